import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { tasksKey } from './tasks.query'

export type FoundOrder = { id: string; order_number: string | null; project_title: string | null }

const fewest = 2
const most = 10

/** Orders with these words in number, title or client, the newest first: from 2 characters, 10 at most. */
export const orderSearchQuery = (text: string) => {
  const wanted = storableLine(text)
  return queryOptions({
    queryKey: [...tasksKey, 'orders', wanted],
    enabled: wanted.length >= fewest,
    queryFn: async ({ signal }): Promise<FoundOrder[]> => {
      const { data } = await db
        .rpc('orders_named', { p_text: wanted })
        .select('id, order_number, project_title')
        .order('ordered_at', { ascending: false })
        .order('id')
        .limit(most)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}
