import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'
import type { Language } from '@/shared/domain/texts/languages'

/** What a request asks for in `accept-language` that wants the company's texts as they were written. */
export const asWritten = '*'

const withoutLanguage = (key: QueryKey): string => hashKey(key.slice(0, -1))

/** A call of a function of the database, as `db.rpc` gives it. */
type Asked = {
  setHeader: (
    name: string,
    value: string,
  ) => { abortSignal: (signal: AbortSignal) => { throwOnError: () => PromiseLike<{ data: unknown }> } }
}

/** What was read in the language before, so that the page stays until the texts of another one are there. Another key shows nothing of it. */
const readBefore =
  (key: QueryKey) =>
  <Value>(shown: Value | undefined, query: Pick<Query, 'queryKey'> | undefined): Value | undefined =>
    query && withoutLanguage(query.queryKey) === withoutLanguage(key) ? shown : undefined

/** The options of a query for texts of the company in the language of the reader; null: as they were written. `read`: the shape of the answer. */
export function inLanguage<Value>(
  key: QueryKey,
  language: Language | null,
  ask: () => Asked,
  read: (data: unknown) => Value,
) {
  const queryKey = [...key, language]
  return {
    queryKey,
    placeholderData: readBefore(queryKey),
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Value> => {
      const { data } = await ask()
        .setHeader('accept-language', language ?? asWritten)
        .abortSignal(signal)
        .throwOnError()
      return read(data)
    },
  }
}
