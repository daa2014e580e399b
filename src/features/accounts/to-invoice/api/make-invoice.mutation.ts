import { db } from '@/shared/db/client'

/** A draft of what is delivered and not invoiced of these orders of one client. `id` makes a repeated call one draft. */
export async function makeInvoice(id: string, orderIds: readonly string[]): Promise<string> {
  const { data } = await db.rpc('make_invoice', { p_id: id, p_order_ids: [...orderIds] }).throwOnError()
  return data
}
