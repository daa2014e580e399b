import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { foldAccents } from '@/shared/domain/text/fold-accents'
import { containsFolded, containsPattern } from '@/shared/domain/records/related'
import { storableLine } from '@/shared/domain/text/storable'
import { tasksKey } from './tasks.query'

export type FoundContact = { id: string; name: string | null; last_name: string | null; company: string | null }

const fewest = 2
const most = 10
/** Addresses and numbers are looked through as well: of what they bring nothing is shown. */
const reach = 50

/** Contacts whose name holds the text, whatever the case and the accents: from 2 characters, 10 at most (spec 2 §5). */
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
