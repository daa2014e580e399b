import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { readFormats } from '@/shared/domain/text/formats'

export const samplesKey = ['trade-samples'] as const

/** What examples are fitted to, and which records came from samples. */
export const samplesQuery = queryOptions({
  queryKey: samplesKey,
  queryFn: async ({ signal }) => {
    const [company, taken] = await Promise.all([
      db.from('company_settings').select('currency, length_unit, language').abortSignal(signal).single().throwOnError(),
      db.rpc('trade_samples').abortSignal(signal).throwOnError(),
    ])
    return {
      currency: company.data.currency,
      length_unit: readFormats(company.data).length_unit,
      /** The names of samples are English: a company that writes to its clients in another language has to know. */
      isForeign: company.data.language !== 'en',
      taken: taken.data,
    }
  },
})
export type Taken = Awaited<ReturnType<NonNullable<typeof samplesQuery.queryFn>>>['taken'][number]
