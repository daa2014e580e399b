import { calendarDayText } from '@/shared/domain/text/formats'
import type { DebitMatch, Match } from './api/bank.query'

const numbersOf = (parts: readonly { number: string }[]): string => parts.map(({ number }) => number).join(', ')

/** What a suggestion books, in a few words: `Bakery Ltd pays INV-2026-0120`. */
export function purposeOf(of: Match | DebitMatch): string {
  if (!('kind' in of)) {
    if (of.payment_number) return `${of.client_name}: is ${of.payment_number}, which is recorded already`
    if (of.order_number) return `${of.client_name} pays the deposit of ${of.order_number}`
    return of.parts.length > 0 ? `${of.client_name} pays ${numbersOf(of.parts)}` : `${of.client_name}: stays credit`
  }
  switch (of.kind) {
    case 'supplier':
      return `pays ${numbersOf(of.parts)} of ${of.name}`
    case 'run':
      return `${of.is_recorded ? 'is' : 'pays'} all of the run ${of.run_number ?? of.name}`
    case 'run_payment':
      return `pays ${of.name} in the run ${of.run_number ?? ''}`
    case 'recorded':
      return `is the recorded payment of ${numbersOf(of.parts) || of.name}`
    case 'recurring':
      return `is ${of.title ?? of.name} of ${calendarDayText(of.period_on ?? '')}`
    case 'refund':
      return `is a refund to ${of.name}`
    case 'client_return':
      return `gives ${of.payment_number ?? 'a payment'} of ${of.name} back`
  }
}
