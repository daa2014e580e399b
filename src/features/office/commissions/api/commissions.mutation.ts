import { db } from '@/shared/db/client'

/** Decides all of these or none; returns how many changed. @throws PT409 with a sentence for a wrong transition */
export async function decideCommissions(ids: readonly string[], to: 'open' | 'approved' | 'paid'): Promise<number> {
  const { data } = await db.rpc('decide_commissions', { p_ids: [...ids], p_to: to }).throwOnError()
  return data
}
