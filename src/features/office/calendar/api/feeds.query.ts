import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { calendarKey } from './entries.query'

export const feedsKey = [...calendarKey, 'feeds'] as const

/** A person's calendar address. The address itself is known only when it is created: the database keeps its hash. */
export type Feed = {
  id: string
  name: string
  kinds: string[]
  only_mine: boolean
  created_at: string
  used_at: string | null
}

export const feedsQuery = queryOptions({
  queryKey: feedsKey,
  queryFn: async ({ signal }): Promise<Feed[]> => {
    const { data } = await db.rpc('my_calendar_feeds').abortSignal(signal).throwOnError()
    return data
  },
})
