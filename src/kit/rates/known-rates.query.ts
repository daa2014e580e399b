import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { fields, listOf, type ReadBy, text } from '@/shared/domain/records/mini-schema'

/** The root of everything that is read about exchange rates. */
export const exchangeRatesKey = ['exchange-rates'] as const

const rows = listOf(fields({ currency: text, on_date: text, rate: text }))
/** The newest rate of a currency: how much of the currency of the books one unit is, as decimal text. */
export type KnownRate = ReadBy<typeof rows>[number]

/** The newest rate of each currency up to today. */
export const knownRatesQuery = queryOptions({
  queryKey: [...exchangeRatesKey, 'known'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<KnownRate[]> => {
    const { data } = await db.rpc('known_rates').abortSignal(signal).throwOnError()
    return rows.parse(data)
  },
})
