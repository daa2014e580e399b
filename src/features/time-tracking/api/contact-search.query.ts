import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

/** A contact search starts at this many characters and gives at most 10 (spec 2 §5). */
export const searchFrom = 2
const searchLimit = 10

export type FoundContact = { id: string; client: string; business: string }

const nameOf = (row: { name: string | null; last_name: string | null }) =>
  [row.name, row.last_name].filter(Boolean).join(' ').trim()

/** `%` and `_` are letters in a name, not patterns; a comma or bracket would end the filter. */
const literal = (text: string) =>
  text.replace(/[\\%_]/g, (letter) => `\\${letter}`).replace(/["\\]/g, (letter) => `\\${letter}`)

/** Contacts whose name or company holds the words. */
export const contactSearchQuery = (words: string) =>
  queryOptions({
    queryKey: ['time-tracking-contacts', words],
    queryFn: async ({ signal }): Promise<FoundContact[]> => {
      const pattern = `"%${literal(words)}%"`
      const { data } = await db
        .from('contacts')
        .select('id, name, last_name, company')
        .or(`name.ilike.${pattern},last_name.ilike.${pattern},company.ilike.${pattern}`)
        .order('name')
        .limit(searchLimit)
        .abortSignal(signal)
        .throwOnError()
      return data.map((row) => ({ id: row.id, client: nameOf(row), business: row.company ?? '' }))
    },
    enabled: words.length >= searchFrom,
  })
