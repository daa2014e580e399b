import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { bookingKey } from './booking.query'

/** The time zone of the company: appointments are shown by its clock. */
export const companyZoneQuery = queryOptions({
  queryKey: [...bookingKey, 'zone'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('company_settings')
      .select('time_zone')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data?.time_zone ?? 'UTC'
  },
})
