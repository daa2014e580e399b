import { queryOptions } from '@tanstack/react-query'
import { shortDecimalText } from '@/shared/domain/money/money'
import { db } from '@/shared/db/client'
import { today } from '../today'

/** A rate of the company that may be in an amount: `18`, and whether it is the usual one. */
export type TaxRate = { rate: string; label: string; isDefault: boolean }

/** The rates of the company that are charged today, the usual one first. */
export const taxRatesQuery = queryOptions({
  queryKey: ['vat-rates', 'in-amount'],
  queryFn: async ({ signal }): Promise<TaxRate[]> => {
    const { data } = await db
      .from('vat_rates')
      .select('label, is_default, valid_from, valid_to, rate::text')
      .eq('treatment', 'standard')
      .gt('rate', 0)
      .order('is_default', { ascending: false })
      .order('rate', { ascending: false })
      .limit(100)
      .abortSignal(signal)
      .throwOnError()
    const day = today()
    return data
      .filter(({ valid_from, valid_to }) => (valid_from ?? day) <= day && day <= (valid_to ?? day))
      .map(({ label, is_default, rate }) => ({ rate: shortDecimalText(rate), label, isDefault: is_default }))
  },
})
