import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { containsFolded, containsPattern } from '@/shared/domain/records/related'
import { storableLine } from '@/shared/domain/text/storable'
import { tasksKey } from './tasks.query'

export type FoundContact = { id: string; name: string | null; last_name: string | null; company: string | null }

const fewest = 2
const most = 10
/** The server also matches addresses and numbers. So many rows are read, because matches outside the name are dropped. */
const reach = 50

/**
 * Contacts whose name contains the text, without regard to case and accents: from 2 characters, 10 at most (spec 2 §5).
 */
export const contactSearchQuery = (text: string) => {
  const wanted = storableLine(text)
  return queryOptions({
    queryKey: [...tasksKey, 'contacts', foldAccents(wanted)],
    enabled: wanted.length >= fewest,
    queryFn: async ({ signal }): Promise<FoundContact[]> => {
      const { data } = await db
        .from('contacts')
        .select('id, name, last_name, company')
        .ilike('search_text', containsPattern(foldAccents(wanted)))
        .order('name')
        .order('id')
        .limit(reach)
        .abortSignal(signal)
        .throwOnError()
      return data.filter(({ name }) => containsFolded(name, wanted)).slice(0, most)
    },
  })
}
