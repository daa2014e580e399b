import { db } from '@/shared/db/client'

/** The rules lead to the accounts of this chart: `general`, `skr03` or `snc`. */
export async function applyChart(chart: string): Promise<void> {
  await db.rpc('use_chart', { p_chart: chart }).throwOnError()
}
