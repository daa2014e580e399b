import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { withOpenWork } from '@/shared/db/reads/open-work'
import { dayAround } from '../today'
import { dashboardKey } from './dashboard-key'

export const comingDeliveriesKey = [...dashboardKey, 'deliveries'] as const

export type ComingDelivery = {
  id: string
  delivery_number: string
  project_title: string
  method: string
  status: string
  scheduled_at: string | null
  /** False when only the day is planned. */
  scheduled_has_time: boolean
  failed_reason: string | null
  /** Why its order is on hold. */
  on_hold: string | null
}

/** Today and the next few: a busy day has no more than some of these. */
const mostComing = 20

const columns = 'id, delivery_number, project_title, method, status, scheduled_at, scheduled_has_time, failed_reason'

/**
 * The deliveries from the day of `now` (ms) on, by time. `late`: those of earlier days, and failed ones that nobody
 * planned again. `today`: the number of that day's and the late ones, as on the plan of the day.
 */
export const comingDeliveriesQuery = (now: number) => {
  const { start } = dayAround(now)
  return queryOptions({
    queryKey: [...comingDeliveriesKey, start],
    queryFn: async ({ signal }): Promise<{ today: number; late: ComingDelivery[]; next: ComingDelivery[] }> => {
      const [{ count }, { data }, late] = await Promise.all([
        db.rpc('deliveries_of_today', undefined, { count: 'exact', head: true }).abortSignal(signal).throwOnError(),
        db
          .from('deliveries')
          .select(columns)
          .neq('status', 'cancelled')
          .gte('scheduled_at', start)
          .order('scheduled_at')
          .limit(mostComing)
          .abortSignal(signal)
          .throwOnError(),
        db
          .rpc('deliveries_to_see_to')
          .select(columns)
          .order('scheduled_at')
          .limit(mostComing)
          .abortSignal(signal)
          .throwOnError(),
      ])
      const [seenTo, next] = await Promise.all([withOpenWork(late.data, signal), withOpenWork(data, signal)])
      return { today: count ?? 0, late: seenTo, next }
    },
  })
}
