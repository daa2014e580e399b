import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { storableLine } from '@/shared/domain/text/storable'
import { jobsKey } from '../../shared/api/cards.query'

/** So many characters are looked for. */
export const fewest = 2

/** Jobs with these words in number, title or client, the newest first, 10 at most. */
export const jobChoiceQuery = (text: string) => {
  const wanted = storableLine(text)
  return queryOptions({
    queryKey: [...jobsKey, 'choice', wanted],
    enabled: wanted.length >= fewest,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .rpc('jobs_named', { p_text: wanted })
        .select('id, job_number, title')
        .order('created_at', { ascending: false })
        .limit(10)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}
