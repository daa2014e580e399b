import { hashKey, type Query, type QueryKey } from '@tanstack/react-query'

/** What a request asks for in `accept-language` that wants the company's texts as they were written. */
export const asWritten = '*'

const withoutLanguage = (key: QueryKey): string => hashKey(key.slice(0, -1))

/**
 * Placeholder data of a read whose key ends in the language of the reader: what was read in the language before, so that the page stays
 * until the texts of another one are there. Another page shows nothing of it.
 */
export const readBefore =
  (key: QueryKey) =>
  <Value>(shown: Value | undefined, query: Pick<Query, 'queryKey'> | undefined): Value | undefined =>
    query && withoutLanguage(query.queryKey) === withoutLanguage(key) ? shown : undefined
