import { z } from 'zod'
import { shortDecimalText } from '@/shared/domain/money/money'
import { failKind, handOverKind } from '../outbox-kinds'
import { type Tick, ticksOf } from './ticks'

export const draftSchema = z.object({
  /** The ticked or typed values by line. The others have their initial value. */
  ticks: z.record(z.string(), z.object({ isTaken: z.boolean(), qty: z.string() })),
  receivedBy: z.string(),
  signature: z.string().nullable(),
  photos: z.array(z.string()),
  /** Why it could not be delivered; null while it is handed over. */
  reason: z.string().nullable().default(null),
})
export type Draft = z.infer<typeof draftSchema>
export const blank: Draft = { ticks: {}, receivedBy: '', signature: null, photos: [], reason: null }
export const isBlank = ({ ticks, receivedBy, signature, photos, reason }: Draft) =>
  Object.keys(ticks).length === 0 && receivedBy === '' && signature === null && photos.length === 0 && reason === null

/** These lines as the form starts with them, ticked or not. */
export const tickedAll = (ticks: readonly Tick[], isTaken: boolean): Draft['ticks'] =>
  Object.fromEntries(ticks.map(({ id, left }) => [id, { isTaken, qty: shortDecimalText(left) }]))

/** What was entered in an entry of the outbox, over what is left now. */
export function draftOf(entry: { payload: unknown }, items: Parameters<typeof ticksOf>[0]): Partial<Draft> {
  const handedOver = handOverKind.schema.safeParse(entry.payload).data
  const failed = failKind.schema.safeParse(entry.payload).data
  if (!handedOver) return failed ? { reason: failed.reason, photos: failed.photos } : {}
  const asked = new Map(handedOver.items.map(({ delivery_item_id, qty }) => [delivery_item_id, qty]))
  const tickOf = ({ id, left, isCarried }: Tick) =>
    isCarried
      ? { isTaken: asked.has(id), qty: shortDecimalText(asked.get(id) ?? left) }
      : { isTaken: true, qty: shortDecimalText(asked.get(id) ?? '0') }
  return {
    ticks: Object.fromEntries(ticksOf(items).map((tick) => [tick.id, tickOf(tick)])),
    receivedBy: handedOver.receivedBy,
    signature: handedOver.signature,
    photos: handedOver.photos,
    reason: null,
  }
}
