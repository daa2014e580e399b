import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { tasksKey } from './tasks.query'

export type FoundContact = { id: string; name: string | null; last_name: string | null; company: string | null }

const fewest = 2
const most = 10

/** Letters that mean something else in a pattern match themselves; `*`, which cannot be escaped, matches any letter. */
const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&').replaceAll('*', '_')}%`

/** Contacts whose name holds the text, whatever the case: from 2 characters, 10 at most (spec 2 §5). */
export const contactSearchQuery = (text: string) => {
  const wanted = text.trim()
  return queryOptions({
    queryKey: [...tasksKey, 'contacts', wanted.toLowerCase()],
    enabled: wanted.length >= fewest,
    queryFn: async ({ signal }): Promise<FoundContact[]> => {
      const { data } = await db
        .from('contacts')
        .select('id, name, last_name, company')
        .ilike('name', pattern(wanted))
        .order('name')
        .order('id')
        .limit(most)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}
