import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { withOpenWork } from '@/shared/db/reads/open-work'

const columns = 'id, delivery_number, project_title, status, scheduled_at, scheduled_has_time'
const most = 20

/** The deliveries of today in order, after the unfinished ones of past days: at most 20. `day`: the company's today. */
export const deliveriesOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: ['jobs', 'deliveries of day', day],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('deliveries_of_today')
        .select(columns)
        .order('scheduled_at')
        .limit(most)
        .abortSignal(signal)
        .throwOnError()
      return withOpenWork(data, signal)
    },
  })
