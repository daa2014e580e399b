import { queryOptions } from '@tanstack/react-query'
import { db } from '@/shared/db/client'
import { exact, rounded, times, written } from '@/shared/domain/money/decimal'
import { isDay } from '@/shared/domain/time/days'
import { accountsKey } from '../keys'

/** The currency in which a client pays, where it is not that of the books, with its exchange rates, the newest first. */
export type ClientCurrency = { currency: string; rates: readonly { on_date: string; rate: string }[] }

/** Null for a client who pays in the currency of the books. */
export const clientCurrencyQuery = (contactId: string) =>
  queryOptions({
    queryKey: [...accountsKey, 'currency', contactId],
    queryFn: async ({ signal }): Promise<ClientCurrency | null> => {
      const { data: contact } = await db
        .from('contacts')
        .select('currency')
        .eq('id', contactId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      const currency = contact?.currency
      if (!currency) return null
      const { data: rates } = await db
        .from('exchange_rates')
        .select('on_date, rate::text')
        .eq('currency', currency)
        .order('on_date', { ascending: false })
        .limit(500)
        .abortSignal(signal)
        .throwOnError()
      return { currency, rates }
    },
  })

/**
 * What an amount that came on a day is worth in the books: at the rate of the day, else the last one before it, else the first one after.
 * The database says the same (`private.rate_on`). Empty where that cannot be said.
 */
export function worthOn(amount: string, day: string, { rates }: Pick<ClientCurrency, 'rates'>): string {
  const rate = rates.find(({ on_date }) => on_date <= day) ?? rates.at(-1)
  return rate && isDay(day) ? written(rounded(times(exact(amount), exact(rate.rate)), 2)) : ''
}
