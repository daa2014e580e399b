import { z } from 'zod'
import { db } from '@/shared/db/client'

export type Reason = 'purchase' | 'deduct' | 'count' | 'return' | 'waste'

export type Movement = {
  /** Chosen by the caller, so that a repeated call moves once. */
  id: string
  itemId: string
  reason: Reason
  /** Decimal text, in `unit`. */
  qty: string
  /** The stock unit or the buy unit of the item; the stock unit when null. */
  unit: string | null
  jobId?: string | null
  note?: string | null
  /** The quantity before counting, as decimal text. */
  seen?: string | null
}

const answerSchema = z.object({
  id: z.string(),
  item_id: z.string(),
  qty: z.string(),
  unit: z.string(),
  on_hand: z.string(),
  available: z.string(),
})
/** The moved quantity, and the total and free quantity afterwards, as decimal text. */
export type Moved = z.infer<typeof answerSchema>

/** Books one stock movement. @throws PT409 with a sentence when the stock is too low, or reserved for other jobs */
export async function moveStock({ id, itemId, reason, qty, unit, jobId, note, seen }: Movement): Promise<Moved> {
  const { data } = await db
    .rpc('move_stock', {
      p_id: id,
      p_item_id: itemId,
      p_reason: reason,
      p_qty: Number(qty),
      ...(unit ? { p_unit: unit } : {}),
      ...(jobId ? { p_job_id: jobId } : {}),
      ...(note ? { p_note: note } : {}),
      ...(seen ? { p_seen: Number(seen) } : {}),
    })
    .throwOnError()
  return answerSchema.parse(data)
}

/** The counter-movement of a movement. @throws PT409 in words when it was undone already */
export async function undoMovement(id: string, reversalId: string): Promise<Moved> {
  const { data } = await db.rpc('undo_movement', { p_id: id, p_reversal_id: reversalId }).throwOnError()
  return answerSchema.parse(data)
}

/** Keeps a piece that is left over; sizes are decimal text in mm. */
export async function keepOffcut(offcut: {
  id: string
  itemId: string
  width: string
  length: string
  jobId: string | null
  bin: string | null
}): Promise<void> {
  await db
    .rpc('keep_offcut', {
      p_id: offcut.id,
      p_item_id: offcut.itemId,
      p_width_mm: Number(offcut.width),
      p_length_mm: Number(offcut.length),
      ...(offcut.jobId ? { p_job_id: offcut.jobId } : {}),
      ...(offcut.bin ? { p_bin: offcut.bin } : {}),
    })
    .throwOnError()
}

/** @throws PT409 with a sentence when another person took the piece meanwhile */
export async function moveOffcut(id: string, to: 'free' | 'used' | 'scrapped', jobId: string | null): Promise<void> {
  await db.rpc('move_offcut', { p_id: id, p_to: to, ...(jobId ? { p_job_id: jobId } : {}) }).throwOnError()
}

/** A copy of an item in another size or colour; its id. */
export async function duplicateItem(copy: {
  id: string
  from: string
  sku: string
  name: string
  width_mm: string | null
  length_mm: string | null
  thickness_mm: string | null
  color_id: string | null
}): Promise<string> {
  const { data } = await db
    .rpc('duplicate_item', {
      p_id: copy.id,
      p_from: copy.from,
      p_sku: copy.sku,
      p_name: copy.name,
      ...(copy.width_mm ? { p_width_mm: Number(copy.width_mm) } : {}),
      ...(copy.length_mm ? { p_length_mm: Number(copy.length_mm) } : {}),
      ...(copy.thickness_mm ? { p_thickness_mm: Number(copy.thickness_mm) } : {}),
      ...(copy.color_id ? { p_color_id: copy.color_id } : {}),
    })
    .throwOnError()
  return data
}
