import { db } from '@/shared/db/client'

/**
 * Makes one draft of the delivered and uninvoiced lines of these orders of one client. A repeated call with the same
 * `id` makes no second draft.
 */
export async function makeInvoice(id: string, orderIds: readonly string[]): Promise<string> {
  const { data } = await db.rpc('make_invoice', { p_id: id, p_order_ids: [...orderIds] }).throwOnError()
  return data
}
