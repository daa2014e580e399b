import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { startOfDay } from '@/shared/domain/time/today'

const columns = 'id, delivery_number, project_title, status, scheduled_at, scheduled_has_time'
const most = 20

/** The deliveries of a company's day in order, after the unfinished ones of past days: at most 20. */
export const deliveriesOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['jobs', 'deliveries of day', day],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const [late, { data }] = await Promise.all([
        db.rpc('late_deliveries').select(columns).order('scheduled_at').limit(most).abortSignal(signal).throwOnError(),
        db
          .from('deliveries')
          .select(columns)
          .gte('scheduled_at', new Date(startOfDay(day)).toISOString())
          .lt('scheduled_at', new Date(startOfDay(day, 1)).toISOString())
          .neq('status', 'cancelled')
          .order('scheduled_at')
          .limit(most)
          .abortSignal(signal)
          .throwOnError(),
      ])
      return [...late.data, ...data].slice(0, most)
    },
  })
