import { queryOptions } from '@tanstack/react-query'
import { readRates } from '@/shared/lib/exchange-rates'
import { accountsKey } from '../keys'

/** The rates of the currency converter, of their newest day. */
export const ratesQuery = queryOptions({
  queryKey: [...accountsKey, 'converter-rates'],
  staleTime: 3_600_000,
  retry: false,
  queryFn: ({ signal }) => readRates(signal),
})
