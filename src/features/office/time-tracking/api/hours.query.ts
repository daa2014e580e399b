import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { readHours, type ReadHours } from '../hours'
import { timeTrackingKey } from './time-tracking-key'

export type HoursFilter = {
  /** Both days count, as YYYY-MM-DD of `zone`. */
  from: string
  to: string
  zone: string
  /** Null for all people whom this person may see. */
  userId: string | null
  /** The day of the read in that zone. Growing hours belong to it, so the next day is another query. */
  today: string
}

/** Hours by day, person and client, as the database adds them up. */
export const hoursQuery = ({ from, to, zone, userId, today }: HoursFilter) =>
  queryOptions({
    queryKey: [...timeTrackingKey, 'hours', from, to, zone, userId, today],
    queryFn: async ({ signal }): Promise<ReadHours> => {
      const { data } = await db
        .rpc('time_summary', { p_from: from, p_to: to, p_zone: zone, ...(userId === null ? {} : { p_person: userId }) })
        .abortSignal(signal)
        .throwOnError()
      return { rows: readHours(data), readAt: performance.now() }
    },
  })
