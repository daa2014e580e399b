import { queryOptions } from '@tanstack/react-query'
import { db } from '../client'

export const longTimerKey = ['long timer'] as const

/** After how many hours without a pause a timer was probably forgotten: stopping it asks when the work ended. */
export const longTimerQuery = queryOptions({
  queryKey: longTimerKey,
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }): Promise<number> => {
    const { data } = await db
      .from('company_settings')
      .select('long_timer_hours')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data?.long_timer_hours ?? usualLongTimer
  },
})

/** The limit in hours of a company that set none. */
export const usualLongTimer = 10

/** Changes it for the company. Throws where the person may not. */
export async function saveLongTimer(hours: number): Promise<void> {
  const { data } = await db
    .from('company_settings')
    .update({ long_timer_hours: hours })
    .eq('id', 1)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new Error('You may not change when a timer counts as forgotten.')
}
