import { db } from '@/shared/db/client'

/**
 * The rules lead to the accounts of this chart: `general`, `skr03` or `snc`. The answer names accounts that are used or
 * were changed and keep their name; it is empty where there are none.
 */
export async function applyChart(chart: string): Promise<string> {
  const { data } = await db.rpc('use_chart', { p_chart: chart }).throwOnError()
  return data ?? ''
}
