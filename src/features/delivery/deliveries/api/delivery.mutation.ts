import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

export type HandOver = {
  deliveryId: string
  items: { delivery_item_id: string; qty: string }[]
  receivedBy: string
  /** `data:image/png;base64,…` of a drawn signature; null where the name is enough. */
  signature: string | null
}

/** Hands quantities over. `id` is the drop's: sent again after a lost answer, it changes nothing. Refused in words. */
export async function handOver({ deliveryId, items, receivedBy, signature }: HandOver, id: string): Promise<void> {
  await db
    .rpc('deliver_drop', {
      p_delivery_id: deliveryId,
      p_items: items,
      p_received_by: receivedBy,
      ...(signature ? { p_signature: signature } : {}),
      p_drop_id: id,
    })
    .throwOnError()
}

/** Sets a status that a person may set (`planned`, `ready`, `out`, `failed`, `cancelled`), over the one that was seen. */
export async function moveDelivery(id: string, from: string, to: string): Promise<void> {
  const { data } = await db
    .from('deliveries')
    .update({ status: to })
    .eq('id', id)
    .eq('status', from)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('conflict', 'Somebody else moved this delivery meanwhile, or you may not.')
}

/** Plans everything that is left of an order. `id` is chosen here, so that a repeated call plans once. */
export async function planDelivery(orderId: string, id: string): Promise<string> {
  const { data } = await db.rpc('plan_delivery', { p_order_id: orderId, p_id: id }).throwOnError()
  return data
}
