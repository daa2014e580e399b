import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { db } from '@/shared/db/client'
import { containsPattern, containsText } from '@/shared/domain/related'
import { storableLine } from '@/shared/domain/storable'
import { tasksKey } from './tasks.query'

const words = z.string().nullable()
export const foundContactSchema = z.object({ id: z.string(), name: words, last_name: words, company: words })
export type FoundContact = z.infer<typeof foundContactSchema>

const fewest = 2
const most = 10

/** Contacts whose name holds the text, whatever the case: from 2 characters, 10 at most (spec 2 §5). */
export const contactSearchQuery = (text: string) => {
  const wanted = storableLine(text)
  return queryOptions({
    queryKey: [...tasksKey, 'contacts', wanted.toLowerCase()],
    enabled: wanted.length >= fewest,
    queryFn: async ({ signal }): Promise<FoundContact[]> => {
      const { data } = await db
        .from('contacts')
        .select('id, name, last_name, company')
        .ilike('name', containsPattern(wanted))
        .order('name')
        .order('id')
        .limit(most)
        .abortSignal(signal)
        .throwOnError()
      return data.filter(({ name }) => containsText(name, wanted))
    },
  })
}
