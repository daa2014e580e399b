import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { readFormats } from '@/shared/domain/text/formats'
import { chosenLanguage } from '@/shared/domain/texts/languages'
import { loadSampleTexts } from '../texts/load'

export const samplesKey = ['trade-samples'] as const

/** What examples are fitted to, and which records came from samples. */
export const samplesQuery = queryOptions({
  queryKey: samplesKey,
  queryFn: async ({ signal }) => {
    const [company, taken] = await Promise.all([
      db.from('company_settings').select('currency, length_unit, language').abortSignal(signal).single().throwOnError(),
      db.rpc('trade_samples').abortSignal(signal).throwOnError(),
    ])
    const language = chosenLanguage(company.data.language)
    return {
      currency: company.data.currency,
      length_unit: readFormats(company.data).length_unit,
      /** The language of clients: the samples are called in it. */
      language,
      texts: await loadSampleTexts(language),
      taken: taken.data,
    }
  },
})
export type Samples = Awaited<ReturnType<NonNullable<typeof samplesQuery.queryFn>>>
export type Taken = Samples['taken'][number]
