import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { dashboardKey } from './dashboard-key'

/** How many people wait for verification; 0 for who may not decide about them. */
export const waitingPeopleQuery = queryOptions({
  queryKey: [...dashboardKey, 'waiting-people'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('count_newcomers').abortSignal(signal).throwOnError()
    return data
  },
})
