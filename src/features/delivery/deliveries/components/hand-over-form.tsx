import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '@/kit/form/action-button'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import type { OutboxEntry } from '@/shared/domain/outbox'
import { storableLine } from '@/shared/domain/storable'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import { placeNow } from '../driver/place-now'
import { PhotosField } from '../driver/photos-field'
import { handOverProblem, itemsOf, progressOf, quantityProblem, type Tick, ticksOf } from '../hand-over'
import { failKind, handOverKind } from '../outbox-kinds'
import classes from './delivery.module.css'

/** What the form needs to know of a delivery. */
export type AtDoor = { id: string; delivery_number: string; items: Parameters<typeof ticksOf>[0] }

type Draft = { ticks: Tick[]; receivedBy: string; signature: string | null; photos: string[] }

/**
 * The driver ticks what is handed over; the receiver signs; photos and the place go with it. Without a network it is kept
 * and sent later, once. What the server refused can be changed and sent again.
 */
export function HandOverForm({ delivery }: { delivery: AtDoor }) {
  const outbox = useOutbox()
  const waiting = [...useWaiting(handOverKind, delivery.id), ...useWaiting(failKind, delivery.id)]
  const [draft, setDraft] = useState<Draft>(() => ({
    ticks: ticksOf(delivery.items),
    receivedBy: '',
    signature: null,
    photos: [],
  }))
  const [reason, setReason] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const set = (next: Partial<Draft>) => setDraft((now) => ({ ...now, ...next }))

  /** Takes back what was refused, with all that was entered, over what is left now. */
  const change = (entry: OutboxEntry) => {
    const handedOver = handOverKind.schema.safeParse(entry.payload).data
    const failed = failKind.schema.safeParse(entry.payload).data
    outbox.withdraw(entry.id)
    if (handedOver) {
      const asked = new Map(handedOver.items.map(({ delivery_item_id, qty }) => [delivery_item_id, qty]))
      setDraft({
        ticks: ticksOf(delivery.items).map((tick) => ({
          ...tick,
          isTaken: asked.has(tick.id),
          qty: asked.get(tick.id) ?? tick.left,
        })),
        receivedBy: handedOver.receivedBy,
        signature: handedOver.signature,
        photos: handedOver.photos,
      })
    } else if (failed) {
      setReason(failed.reason)
      set({ photos: failed.photos })
    }
  }

  if (waiting.length > 0)
    return (
      <Stack gap="xs">
        {waiting.map((entry) => (
          <WaitingNote
            key={entry.id}
            entry={entry}
            actions={
              entry.state === 'refused' ? (
                <Anchor component="button" type="button" size="xs" onClick={() => change(entry)}>
                  Change
                </Anchor>
              ) : null
            }
          />
        ))}
      </Stack>
    )
  if (reason !== null)
    return (
      <NotDelivered
        reason={reason}
        photos={draft.photos}
        onReason={setReason}
        onPhotos={(photos) => set({ photos })}
        onBack={() => setReason(null)}
        onSend={() => {
          void outbox.add(failKind, {
            about: delivery.id,
            label: `Not delivered: ${delivery.delivery_number}`,
            payload: {
              deliveryId: delivery.id,
              reason: storableLine(reason),
              photos: draft.photos,
              at: new Date().toISOString(),
            },
          })
          setReason(null)
        }}
      />
    )

  const { ticks, receivedBy, signature, photos } = draft
  const hasLines = delivery.items.length > 0
  const why = hasLines ? handOverProblem(ticks, receivedBy) : receivedBy.trim() === '' ? 'Enter who received it' : null
  const changeTick = (id: string, next: Partial<Tick>) =>
    set({ ticks: ticks.map((tick) => (tick.id === id ? { ...tick, ...next } : tick)) })
  const isAll = ticks.every(({ isTaken }) => isTaken)
  const send = async () => {
    setIsSending(true)
    const at = new Date().toISOString()
    const place = await placeNow()
    setIsSending(false)
    await outbox.add(handOverKind, {
      about: delivery.id,
      label: `Hand over ${delivery.delivery_number}`,
      payload: {
        deliveryId: delivery.id,
        items: itemsOf(ticks),
        receivedBy: storableLine(receivedBy),
        signature,
        photos,
        at,
        place,
      },
    })
  }
  return (
    <Stack gap="md">
      {hasLines ? (
        <div>
          <Button
            variant="default"
            size="compact-md"
            mb="xs"
            onClick={() => set({ ticks: ticks.map((tick) => ({ ...tick, isTaken: !isAll, qty: tick.left })) })}
          >
            {isAll ? 'Take all ticks away' : 'Tick all'}
          </Button>
          <ul className={classes.ticks}>
            {ticks.map((tick) => (
              <li key={tick.id} className={classes.tick}>
                <Checkbox
                  size="md"
                  label={tick.description}
                  description={progressOf(tick)}
                  checked={tick.isTaken}
                  onChange={(event) => changeTick(tick.id, { isTaken: event.currentTarget.checked })}
                />
                <TextInput
                  aria-label={`How many of ${tick.description}`}
                  inputMode="decimal"
                  w={110}
                  disabled={!tick.isTaken}
                  value={tick.qty}
                  error={quantityProblem(tick)}
                  rightSection={<span className={classes.unit}>of {tick.left}</span>}
                  rightSectionWidth={48}
                  onChange={(event) => changeTick(tick.id, { qty: event.currentTarget.value })}
                />
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <TextInput
        label="Received by"
        autoComplete="off"
        maxLength={200}
        value={receivedBy}
        onChange={(event) => set({ receivedBy: event.currentTarget.value })}
      />
      <SignatureField name={receivedBy} onChange={(drawn) => set({ signature: drawn })} />
      <PhotosField photos={photos} onChange={(next) => set({ photos: next })} />
      <Group gap="xs" grow preventGrowOverflow={false}>
        <ActionButton size="md" why={why} loading={isSending} onClick={() => void send()}>
          Hand over
        </ActionButton>
        <Button size="md" variant="default" onClick={() => setReason('')}>
          Could not deliver…
        </Button>
      </Group>
    </Stack>
  )
}

const reasons = ['Nobody there', 'Refused at the door', 'Site not ready', 'Damaged on the way']

type NotDeliveredProps = {
  reason: string
  photos: readonly string[]
  onReason: (words: string) => void
  onPhotos: (photos: string[]) => void
  onBack: () => void
  onSend: () => void
}

const NotDelivered = ({ reason, photos, onReason, onPhotos, onBack, onSend }: NotDeliveredProps) => (
  <Stack gap="md">
    <Text>It goes back to the unplanned deliveries, with the reason.</Text>
    <Group gap="xs">
      {reasons.map((words) => (
        <Button key={words} variant={reason === words ? 'filled' : 'default'} size="sm" onClick={() => onReason(words)}>
          {words}
        </Button>
      ))}
    </Group>
    <TextInput
      label="Why could it not be delivered?"
      maxLength={1000}
      value={reason}
      onChange={(event) => onReason(event.currentTarget.value)}
    />
    <PhotosField photos={photos} onChange={onPhotos} />
    <Group gap="xs" grow>
      <ActionButton size="md" why={reason.trim() === '' ? 'Say why it could not be delivered' : null} onClick={onSend}>
        Not delivered
      </ActionButton>
      <Button size="md" variant="default" onClick={onBack}>
        Back
      </Button>
    </Group>
  </Stack>
)
