import type { SizeWords } from '../sizes.ts'
import type { Writing } from './writing.ts'

/** The words of a size in the language of the paper. */
export const sizeWords = ({ say, quantity }: Writing): SizeWords => ({
  quantity,
  running: (number, unit) => say(unit === 'm' ? 'running_m' : 'running_ft', { number }),
  squareFeet: (number) => say('square_ft', { number }),
})

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** `2026-11-20` of `20 Nov 2026`, as the database writes days into lines. */
function plainDay(words: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(words) ?? []
  return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}

/**
 * A line that the database wrote by itself, in the language of the paper: a deposit, what is deducted of it, a credit by amount, a
 * discount that nobody named. What a person wrote, or changed, stays as it is.
 */
export function productLine(description: string, { say, day, number }: Writing): string {
  const discount = /^Discount(?: (\d+(?:\.\d+)?) %)?$/.exec(description)
  if (discount) return [say('discount'), ...(discount[1] ? [`${number(discount[1])} %`] : [])].join(' ')
  const [, deducted = '', on = ''] = /^Deposit (\S+) of (\d{1,2} [A-Z][a-z]{2} \d{4})$/.exec(description) ?? []
  if (deducted) return say('line_deposit_deducted', { number: deducted, day: day(plainDay(on)) })
  const [, order] = /^Deposit for order (\S+)$/.exec(description) ?? []
  if (order) return say('line_deposit', { number: order })
  const [, rate = '', reason] = /^Credit at (\d+(?:\.\d+)?) %: (.*)$/s.exec(description) ?? []
  if (reason) return say('line_credit', { rate, reason })
  const [, quotation] = /^Extra work, (\S+)$/.exec(description) ?? []
  return quotation ? say('line_extra_work', { number: quotation }) : description
}
