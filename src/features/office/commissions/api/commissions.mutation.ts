import { db } from '@/shared/db/client'

/** All of these or none; how many changed. @throws PT409 in words where one of them does not go there */
export async function decideCommissions(ids: readonly string[], to: 'open' | 'approved' | 'paid'): Promise<number> {
  const { data } = await db.rpc('decide_commissions', { p_ids: [...ids], p_to: to }).throwOnError()
  return data
}
