import { useState } from 'react'
import { useOutbox, useWaiting } from '@/kit/outbox/outbox-provider'
import { onHoldWords, type OpenWork } from '@/shared/db/reads/open-work'
import type { OutboxEntry } from '@/shared/domain/records/outbox'
import { storableLine } from '@/shared/domain/text/storable'
import { useDraft } from '@/shared/hooks/use-draft'
import { placeNow } from '../driver/place-now'
import { failKind, handOverKind } from '../outbox-kinds'
import { blank, type Draft, draftOf, draftSchema, isBlank } from './hand-over-draft'
import { handOverProblem, itemsOf, type Tick, ticksOf, unmadeNow, withWork } from './ticks'
import { useLeftThePhone } from './use-left-the-phone'

/** The part of a delivery that the form needs. */
export type AtDoor = {
  id: string
  delivery_number: string
  project_title: string
  items: Parameters<typeof ticksOf>[0]
} & OpenWork

/** A hand-over that is being entered, kept until it is sent, and what waits on the phone. */
export function useHandOver(delivery: AtDoor) {
  const outbox = useOutbox()
  const handOvers = useWaiting(handOverKind, delivery.id)
  const waiting = [...handOvers, ...useWaiting(failKind, delivery.id)]
  const left = useLeftThePhone(handOvers, delivery.items)
  const kept = useDraft({ name: `hand-over-${delivery.id}`, schema: draftSchema, blank, isBlank })
  const { draft } = kept
  const [isSending, setIsSending] = useState(false)
  const [isPadEmpty, setIsPadEmpty] = useState(false)
  const [agreedTo, setAgreedTo] = useState<string | null>(null)
  const set = (next: Partial<Draft>) => kept.change((now) => ({ ...now, ...next }))

  const ticks = withWork(
    ticksOf(delivery.items).map((tick): Tick => ({ ...tick, ...draft.ticks[tick.id] })),
    (id) => draft.ticks[id] !== undefined,
  )
  const asked = delivery.items.length > 0 ? ticks : null
  const unmade = unmadeNow(asked, delivery)
  const isAgreed = unmade === null || agreedTo === unmade
  return {
    delivery,
    waiting,
    left,
    draft,
    set,
    /** The lines as they are ticked now. */
    ticks,
    hasLines: asked !== null,
    /** The open jobs of what is handed over now; null where all is made. */
    unmade,
    isAgreed,
    isSending,
    /** Why nothing can be handed over now, in words. */
    why: onHoldWords(delivery) ?? handOverProblem(asked, { receivedBy: draft.receivedBy, isPadEmpty, isAgreed }),
    agree: (isYes: boolean) => setAgreedTo(isYes ? unmade : null),
    changeTick: (id: string, next: Partial<Tick>) =>
      kept.change((now) => {
        const tick = ticks.find((one) => one.id === id)
        if (!tick) return now
        const { isTaken, qty } = { ...tick, ...next }
        return { ...now, ticks: { ...now.ticks, [id]: { isTaken, qty } } }
      }),
    sign: (signature: string | null, isEmpty: boolean) => {
      set({ signature })
      setIsPadEmpty(isEmpty)
    },
    /** Back to the hand-over from the reason why it could not be delivered. */
    leaveReason: () => {
      set({ reason: null })
      setIsPadEmpty(false)
    },
    /** Withdraws a refused entry and puts its input back into the form. */
    change: (entry: OutboxEntry) => {
      outbox.withdraw(entry.id)
      left.forget()
      setIsPadEmpty(false)
      set(draftOf(entry, delivery.items))
    },
    sendFailed: (reason: string) => {
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
    },
    send: async () => {
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
          receivedBy: storableLine(draft.receivedBy),
          signature: draft.signature,
          photos: draft.photos,
          at,
          isAway: outbox.isAway(),
          place,
        },
      })
      kept.clear()
    },
  }
}
export type HandOver = ReturnType<typeof useHandOver>
