import { db } from '@/shared/db/client'

/** Keeps the order of this person's day; without ids it is that of time again. */
export async function orderMyDay(ids: readonly string[]): Promise<void> {
  await db.rpc('order_my_day', { p_ids: [...ids] }).throwOnError()
}
