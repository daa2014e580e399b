import { choice } from '@/kit/fields/choice-fields'
import type { TaxRate } from './api/tax-in-amount.query'

/** The choice that no tax is in an amount. */
export const noTax = 'none'

/** True for the value of an account whose bookings may have tax: of costs what was paid, of sales and other income what is owed. */
export const mayHaveTax = (account: string): boolean => /^(costs|income|sales) /.test(account)

/** From which list an account of the books comes: rules lead sales to it, it is other income, or neither. */
export const sourceOf = (id: string, kind: string, sales: ReadonlySet<string>): 'sales' | 'income' | 'books' =>
  sales.has(id) ? 'sales' : kind === 'income' ? 'income' : 'books'

/** The rate that is sent for a choice. A sale without tax is said as 0: a return counts it as exempt. Otherwise no rate is sent. */
export const sentRate = (account: string, chosen: string | null): string | null => {
  if (!mayHaveTax(account) || chosen === null) return null
  return chosen === noTax ? (account.startsWith('sales ') ? '0' : null) : chosen
}

/**
 * The tax in an amount: a rate of the company, or none. Of a sale the usual rate is proposed; of another account what
 * `lastOf` says, which is empty where nobody knows it.
 */
export const taxInAmount = (rates: readonly TaxRate[], lastOf: (account: string) => string = () => '') =>
  choice(
    'Rate of {tax} in the amount',
    [...rates.map(({ rate, label }) => ({ value: rate, label })), { value: noTax, label: 'No {tax}' }],
    {
      required: true,
      missing: 'Please choose the rate, or no {tax}',
      help: 'Of costs it is what you get back, of sales and other income what you owe. A sale without {tax} is in the return as exempt.',
      hiddenUnless: ({ account = '' }) => mayHaveTax(account),
      proposed: ({ account = '' }) => {
        const last = lastOf(account)
        if (last === noTax || rates.some(({ rate }) => rate === last)) return last
        return account.startsWith('sales ') ? (rates.find(({ isDefault }) => isDefault)?.rate ?? '') : ''
      },
    },
  )
