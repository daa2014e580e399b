import { db } from '@/shared/db/client'

/** Asks the office for a delivered order once more. Asking again while that waits is the same request. */
export async function orderAgain(uuid: string): Promise<void> {
  await db.rpc('order_again', { p_uuid: uuid }).throwOnError()
}
