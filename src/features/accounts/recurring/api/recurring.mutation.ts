import { db } from '@/shared/db/client'

/** Leaves out the period of that day, which must be the next one. */
export const skipPeriod = async (id: string, period: string) =>
  void (await db.rpc('skip_recurring', { p_id: id, p_period: period }).throwOnError())
