import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

/** Puts items on the draft of a supplier; quantities are decimal text in stock units. The id of the draft. */
export async function addToPurchase(
  supplierId: string,
  lines: readonly { item_id: string; qty: string }[],
): Promise<string> {
  const { data } = await db.rpc('add_to_purchase', { p_supplier_id: supplierId, p_lines: [...lines] }).throwOnError()
  return data
}

/** Marks the order as sent to the supplier. Its lines are fixed from now on. */
export async function sendPurchase(id: string, to: string | null): Promise<void> {
  await db.rpc('send_purchase_order', { p_id: id, ...(to ? { p_to: to } : {}) }).throwOnError()
}

/** Cancels the rest that has not arrived. */
export async function cancelPurchase(id: string, reason: string): Promise<void> {
  await db.rpc('cancel_purchase_order', { p_id: id, p_reason: reason }).throwOnError()
}

export type Receipt = {
  /** Chosen by the caller: a repeated call receives once. */
  id: string
  purchaseId: string
  /** Decimal text in bought units; `unit_cost`: when it differs from the order's. */
  lines: readonly { line_id: string; qty: string; unit_cost?: string }[]
  deliveryNote: string | null
}

/** Books received goods. @throws PT409 with a sentence for more than the rest */
export async function receivePurchase({ id, purchaseId, lines, deliveryNote }: Receipt): Promise<void> {
  await db
    .rpc('receive_purchase', {
      p_receipt_id: id,
      p_id: purchaseId,
      p_lines: [...lines],
      ...(deliveryNote ? { p_delivery_note: deliveryNote } : {}),
    })
    .throwOnError()
}

/** Saves the cost of one bought unit on this order. */
export async function saveLineCost(lineId: string, unitCost: string): Promise<void> {
  // Decimals travel as text, which PostgreSQL takes for numbers without losing a digit.
  const values = { line_id: lineId, unit_cost: unitCost } as unknown as { line_id: string; unit_cost: number }
  const { data } = await db.from('purchase_order_line_costs').upsert(values).select('line_id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change what this costs.')
}
