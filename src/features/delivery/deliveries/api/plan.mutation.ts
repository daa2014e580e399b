import { db } from '@/shared/db/client'

/** A delivery's plan from its screen. Days and times are the company's; quantities are decimal text. */
export type Plan = {
  method: string
  location_id: string | null
  /** An address that the client did not have yet; `location_id` is null then. */
  new_site: {
    label: string | null
    address: string
    city: string | null
    postcode: string | null
    state: string | null
  } | null
  day: string | null
  from: string | null
  to: string | null
  van_id: string | null
  weight_kg: string | null
  parcels: number | null
  contact_on_site: string | null
  phone_on_site: string | null
  instructions: string | null
  items: { order_item_id: string; qty: string }[]
}

/** Plans a delivery of an order. `id` is chosen here, so that a repeated call plans once. Refused in words. */
export async function planOfOrder(orderId: string, id: string, plan: Plan): Promise<string> {
  const { data } = await db.rpc('plan_of_order', { p_order_id: orderId, p_id: id, p_plan: plan }).throwOnError()
  return data
}

/** Changes a delivery that is not on the road yet, over the version that was seen. Refused in words. */
export async function changePlan(id: string, rowVersion: number, plan: Plan): Promise<void> {
  await db.rpc('change_plan', { p_id: id, p_row_version: rowVersion, p_plan: plan }).throwOnError()
}
