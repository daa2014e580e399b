import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { dashboardKey } from './dashboard-key'

/** The number of people waiting for verification; 0 for readers who may not decide. */
export const waitingPeopleQuery = queryOptions({
  queryKey: [...dashboardKey, 'waiting-people'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('count_newcomers').abortSignal(signal).throwOnError()
    return data
  },
})
