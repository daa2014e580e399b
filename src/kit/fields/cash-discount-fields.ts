import type { FieldOptions } from './field'
import { percent, wholeNumber } from './number-fields'

/** The cash discount of an invoice, of a client or of the company: how much, and within how many days. */
export const cashDiscountFields = (options: { least: string } & Pick<FieldOptions, 'help'>) => ({
  cash_discount_pct: percent('Cash discount', { ...options, most: '50' }),
  cash_discount_days: wholeNumber('Cash discount within (days)', { most: '365' }),
})

/** A percentage needs its days, and days alone discount nothing: the problem by field. */
export function cashDiscountProblems(drafts: {
  cash_discount_pct: string
  cash_discount_days: string
}): Partial<Record<'cash_discount_pct' | 'cash_discount_days', string>> {
  const [percent, days] = [drafts.cash_discount_pct.trim(), drafts.cash_discount_days.trim()]
  if (percent === '' && days !== '') return { cash_discount_pct: 'Please enter the percentage, or empty the days' }
  if (/[1-9]/.test(percent) && days === '') return { cash_discount_days: 'Please enter within how many days' }
  return {}
}
