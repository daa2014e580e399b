import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { Fragment, useState } from 'react'
import { z } from 'zod'
import { ActionButton } from '@/kit/form/action-button'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { useWorksOffline } from '@/kit/outbox/works-offline'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { onHoldWords, type OpenWork } from '@/shared/db/reads/open-work'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { shortDecimalText } from '@/shared/domain/money/money'
import { storableLine } from '@/shared/domain/text/storable'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import { useDraft } from '@/shared/hooks/use-draft'
import { placeNow } from '../driver/place-now'
import { PhotosField } from '../driver/photos-field'
import {
  atDoorOf,
  handOverProblem,
  itemsOf,
  progressOf,
  quantityProblem,
  type Tick,
  ticksOf,
  unmadeNow,
  withUnit,
  withWork,
  workOf,
} from '../hand-over'
import { failKind, handOverKind } from '../outbox-kinds'
import { KeptAtDoor } from './kept-at-door'
import { UnmadeQuestion } from './unmade-question'
import { useLeftThePhone } from './use-left-the-phone'
import classes from './delivery.module.css'

/** The part of a delivery that the form needs. */
export type AtDoor = {
  id: string
  delivery_number: string
  project_title: string
  items: Parameters<typeof ticksOf>[0]
} & OpenWork

const draftSchema = z.object({
  /** The ticked or typed values by line. The others have their initial value. */
  ticks: z.record(z.string(), z.object({ isTaken: z.boolean(), qty: z.string() })),
  receivedBy: z.string(),
  signature: z.string().nullable(),
  photos: z.array(z.string()),
  /** Why it could not be delivered; null while it is handed over. */
  reason: z.string().nullable().default(null),
})
type Draft = z.infer<typeof draftSchema>
const blank: Draft = { ticks: {}, receivedBy: '', signature: null, photos: [], reason: null }
const isBlank = ({ ticks, receivedBy, signature, photos, reason }: Draft) =>
  Object.keys(ticks).length === 0 && receivedBy === '' && signature === null && photos.length === 0 && reason === null

/**
 * The hand-over form: the driver ticks the lines, the receiver signs, photos and the position are added. Without a
 * network it is kept and sent later, once. A refused one can be changed and sent again. Unsent input survives a reload.
 */
export function HandOverForm({ delivery, zone }: { delivery: AtDoor; zone: string | null }) {
  useWorksOffline()
  const outbox = useOutbox()
  const handOvers = useWaiting(handOverKind, delivery.id)
  const waiting = [...handOvers, ...useWaiting(failKind, delivery.id)]
  const left = useLeftThePhone(handOvers, delivery.items)
  const kept = useDraft({ name: `hand-over-${delivery.id}`, schema: draftSchema, blank, isBlank })
  const { draft } = kept
  const { reason } = draft
  const [isSending, setIsSending] = useState(false)
  const [isPadEmpty, setIsPadEmpty] = useState(false)
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const set = (next: Partial<Draft>) => kept.change((now) => ({ ...now, ...next }))

  /** Withdraws a refused entry and puts its input back into the form, over the current rest. */
  const change = (entry: OutboxEntry) => {
    const handedOver = handOverKind.schema.safeParse(entry.payload).data
    const failed = failKind.schema.safeParse(entry.payload).data
    outbox.withdraw(entry.id)
    left.forget()
    setIsPadEmpty(false)
    if (handedOver) {
      const asked = new Map(handedOver.items.map(({ delivery_item_id, qty }) => [delivery_item_id, qty]))
      kept.keep({
        ticks: Object.fromEntries(
          ticksOf(delivery.items).map(({ id, left, isCarried }) => [
            id,
            isCarried
              ? { isTaken: asked.has(id), qty: shortDecimalText(asked.get(id) ?? left) }
              : { isTaken: true, qty: shortDecimalText(asked.get(id) ?? '0') },
          ]),
        ),
        receivedBy: handedOver.receivedBy,
        signature: handedOver.signature,
        photos: handedOver.photos,
        reason: null,
      })
    } else if (failed) set({ reason: failed.reason, photos: failed.photos })
  }

  if (waiting.length > 0)
    return (
      <Stack gap="xs">
        {waiting.map((entry) => (
          <Fragment key={entry.id}>
            <KeptAtDoor entry={entry} items={delivery.items} zone={zone} />
            <WaitingNote
              entry={entry}
              onWithdraw={left.forget}
              actions={
                entry.state === 'refused' ? (
                  <Anchor component="button" type="button" size="xs" onClick={() => change(entry)}>
                    Change
                  </Anchor>
                ) : null
              }
            />
          </Fragment>
        ))}
      </Stack>
    )
  if (left.entry)
    return (
      <Stack gap="xs">
        <KeptAtDoor entry={left.entry} items={delivery.items} zone={zone} />
        <Text size="xs" c="dimmed" role="status">
          Sent. This page follows as soon as it can read the delivery again.
        </Text>
      </Stack>
    )
  if (reason !== null)
    return (
      <NotDelivered
        reason={reason}
        photos={draft.photos}
        onReason={(words) => set({ reason: words })}
        onPhotos={(photos) => set({ photos })}
        onBack={() => {
          set({ reason: null })
          setIsPadEmpty(false)
        }}
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
          kept.clear()
        }}
      />
    )

  const { receivedBy, signature, photos } = draft
  const ticks = withWork(
    ticksOf(delivery.items).map((tick): Tick => ({ ...tick, ...draft.ticks[tick.id] })),
    (id) => draft.ticks[id] !== undefined,
  )
  const hasLines = delivery.items.length > 0
  const unmade = unmadeNow(hasLines ? ticks : null, delivery)
  const isAgreed = unmade === null || agreedTo === unmade
  const why = onHoldWords(delivery) ?? handOverProblem(hasLines ? ticks : null, { receivedBy, isPadEmpty, isAgreed })
  const changeTick = (id: string, next: Partial<Tick>) =>
    kept.change((now) => {
      const tick = ticks.find((one) => one.id === id)
      if (!tick) return now
      const { isTaken, qty } = { ...tick, ...next }
      return { ...now, ticks: { ...now.ticks, [id]: { isTaken, qty } } }
    })
  const asked = atDoorOf(ticks)
  const isAll = asked.every(({ isTaken }) => isTaken)
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
        isAway: outbox.isAway(),
        place,
      },
    })
    kept.clear()
  }
  return (
    <Stack gap="md">
      {hasLines ? (
        <div>
          <Button
            variant="default"
            size="compact-md"
            mb="xs"
            onClick={() =>
              set({
                ticks: {
                  ...draft.ticks,
                  ...Object.fromEntries(
                    asked.map(({ id, left }) => [id, { isTaken: !isAll, qty: shortDecimalText(left) }]),
                  ),
                },
              })
            }
          >
            {isAll ? 'Take all ticks away' : 'Tick all'}
          </Button>
          <ul className={classes.ticks}>
            {asked.map((tick) => (
              <li key={tick.id} className={classes.tick}>
                <Checkbox
                  size="md"
                  label={tick.description}
                  description={progressOf(tick)}
                  checked={tick.isTaken}
                  onChange={(event) => changeTick(tick.id, { isTaken: event.currentTarget.checked })}
                />
                <HowMany
                  of={tick}
                  room={roomFor(ticks)}
                  problem={quantityProblem(tick)}
                  onType={(qty) => changeTick(tick.id, { qty })}
                />
              </li>
            ))}
          </ul>
          <DoneWithIt ticks={ticks} onType={(id, qty) => changeTick(id, { qty })} />
        </div>
      ) : (
        <Text>
          Brings: <strong>{delivery.project_title}</strong>
          <Text size="sm" c="dimmed" component="span" display="block">
            It is not of an order, so there are no pieces to tick.
          </Text>
        </Text>
      )}
      <TextInput
        label="Received by"
        autoComplete="off"
        maxLength={200}
        value={receivedBy}
        onChange={(event) => set({ receivedBy: event.currentTarget.value })}
      />
      <SignatureField
        name={receivedBy}
        drawn={signature}
        onChange={(drawn, isEmpty) => {
          set({ signature: drawn })
          setIsPadEmpty(isEmpty)
        }}
      />
      <PhotosField photos={photos} onChange={(next) => set({ photos: next })} />
      <UnmadeQuestion notMade={unmade} isAgreed={isAgreed} onAgree={(isYes) => setAgreedTo(isYes ? unmade : null)} />
      <div className={classes.answers}>
        <ActionButton size="md" why={why} loading={isSending} onClick={() => void send()}>
          Hand over
        </ActionButton>
        <Button size="md" variant="default" onClick={() => set({ reason: '' })}>
          Could not deliver…
        </Button>
      </div>
    </Stack>
  )
}

type HowManyProps = { of: Tick; room: string; problem: string | null; onType: (qty: string) => void }

const HowMany = ({ of: tick, room, problem, onType }: HowManyProps) => (
  <TextInput
    aria-label={`How many of ${tick.description}`}
    inputMode="decimal"
    w={room}
    className={classes.howMany ?? ''}
    disabled={!tick.isTaken}
    value={tick.qty}
    error={problem}
    rightSection={<span className={classes.unit}>of {withUnit(tick.left, tick.unit)}</span>}
    rightSectionWidth={`calc(${withUnit(tick.left, tick.unit).length + 3}ch + 0.75rem)`}
    onChange={(event) => onType(event.currentTarget.value)}
  />
)

type DoneWithItProps = { ticks: readonly Tick[]; onType: (id: string, qty: string) => void }

/** The hours beside the goods: nobody ticks them, and how many are done is invoiced. */
function DoneWithIt({ ticks, onType }: DoneWithItProps) {
  const work = workOf(ticks)
  if (work.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" mt="sm">
        Nothing to carry: how much of it is done?
      </Text>
      <ul className={classes.ticks} aria-label="Work done with it">
        {work.map((tick) => (
          <li key={tick.id} className={classes.tick}>
            <div>
              <Text size="md">{tick.description}</Text>
              <Text size="xs" c="dimmed">
                {progressOf(tick)}
              </Text>
            </div>
            <HowMany
              of={tick}
              room={roomFor(ticks)}
              problem={quantityProblem(tick, true)}
              onType={(qty) => onType(tick.id, qty)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** The width of every quantity: room for the longest one that is left, twice, in the box and behind it. */
const roomFor = (ticks: readonly Tick[]): string =>
  `max(6.5rem, calc(${Math.max(...ticks.map(({ left, unit }) => (shortDecimalText(left) + withUnit(left, unit)).length)) + 5}ch + 2rem))`

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
