import { queryOptions } from '@tanstack/react-query'
import { db } from '../client'

/** The time zone of the company: appointments and deliveries are shown by its clock. */
export const companyZoneQuery = queryOptions({
  queryKey: ['company zone'],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .rpc('get_company', undefined, { get: true })
      .select('time_zone')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data?.time_zone ?? 'UTC'
  },
})
