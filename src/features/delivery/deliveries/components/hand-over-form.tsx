import { Button, Checkbox, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { WaitingNote } from '@/kit/outbox/waiting-note'
import { ActionButton } from '@/kit/form/action-button'
import { storableLine } from '@/shared/domain/storable'
import { SignatureField } from '@/shared/ui/signature/signature-field'
import type { Delivery } from '../api/delivery.query'
import { handOverProblem, itemsOf, quantityProblem, ticksOf } from '../hand-over'
import { handOverKind } from '../outbox-kinds'
import classes from './delivery.module.css'

/** The driver ticks what is handed over; the receiver signs. Without a network it is kept and sent later, once. */
export function HandOverForm({ delivery }: { delivery: Delivery }) {
  const outbox = useOutbox()
  const waiting = useWaiting(handOverKind, delivery.id)
  const [ticks, setTicks] = useState(() => ticksOf(delivery.items))
  const [receivedBy, setReceivedBy] = useState('')
  const [signature, setSignature] = useState<string | null>(null)
  const why = handOverProblem(ticks, receivedBy)
  const change = (id: string, next: Partial<(typeof ticks)[number]>) =>
    setTicks((all) => all.map((tick) => (tick.id === id ? { ...tick, ...next } : tick)))
  const isAll = ticks.every(({ isTaken }) => isTaken)

  if (waiting.length > 0)
    return (
      <Stack gap="xs">
        {waiting.map((entry) => (
          <WaitingNote key={entry.id} entry={entry} />
        ))}
      </Stack>
    )
  return (
    <Stack gap="md">
      <div>
        <Button
          variant="default"
          size="compact-md"
          mb="xs"
          onClick={() => setTicks((all) => all.map((tick) => ({ ...tick, isTaken: !isAll, qty: tick.left })))}
        >
          {isAll ? 'Take all ticks away' : 'Tick all'}
        </Button>
        <ul className={classes.ticks}>
          {ticks.map((tick) => (
            <li key={tick.id} className={classes.tick}>
              <Checkbox
                size="md"
                label={tick.description}
                checked={tick.isTaken}
                onChange={(event) => change(tick.id, { isTaken: event.currentTarget.checked })}
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
                onChange={(event) => change(tick.id, { qty: event.currentTarget.value })}
              />
            </li>
          ))}
        </ul>
      </div>
      <TextInput
        label="Received by"
        autoComplete="off"
        maxLength={200}
        value={receivedBy}
        onChange={(event) => setReceivedBy(event.currentTarget.value)}
      />
      <SignatureField name={receivedBy} onChange={setSignature} />
      <ActionButton
        size="md"
        why={why}
        onClick={() =>
          outbox.add(handOverKind, {
            about: delivery.id,
            label: `Hand over ${delivery.delivery_number}`,
            payload: {
              deliveryId: delivery.id,
              items: itemsOf(ticks),
              receivedBy: storableLine(receivedBy),
              signature,
            },
          })
        }
      >
        Hand over
      </ActionButton>
    </Stack>
  )
}
