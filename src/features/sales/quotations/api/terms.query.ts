import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'

export const termsKey = ['quotation-terms'] as const

/** The terms to choose from, in the order of the company. */
export const termsQuery = queryOptions({
  queryKey: [...termsKey, 'choices'],
  staleTime: 60_000,
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('quotation_terms')
      .select('id, name, language, body')
      .order('sort')
      .order('name')
      .limit(200)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})
