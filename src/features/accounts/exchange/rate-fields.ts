import { choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import {
  currenciesWithCents,
  currencyName,
  currencySchema,
  type ExchangeRates,
  rateText,
} from '@/shared/domain/money/currency'
import { calendarDayText } from '@/shared/domain/text/formats'
import { daysBetween } from '@/shared/domain/time/days'
import { isOfDay } from '../shared/rate-age'

/** The rate of the converter: how much of the currency of the books one unit is. Empty where there is none of that day or the week before it. */
export function proposedRate(currency: string, day: string, books: string, rates: ExchangeRates | null): string {
  const [from, to] = [currencySchema.safeParse(currency), currencySchema.safeParse(books)]
  if (rates === null || !isOfDay(rates, day) || !from.success || !to.success) return ''
  return rateText({ from: from.data, to: to.data }, rates, 6) ?? ''
}

/** The fields of a rate. `books`: the currency of the books. `rates`: those of the converter, which are proposed. */
export const rateFields = (books: string, rates: ExchangeRates | null, today: string) =>
  defineFields({
    currency: choice(
      'Currency',
      currenciesWithCents
        .filter((code) => code !== books)
        .map((code) => ({ value: code, label: `${code} · ${currencyName(code)}` })),
      { required: true },
    ),
    on_date: date('Day', {
      required: true,
      initial: today,
      duplicate: 'This currency has a rate on this day already. Change that one.',
    }),
    rate: {
      ...quantity(`What one unit is in ${books}`, {
        required: true,
        aboveZero: true,
        places: 8,
        most: '999999',
        columnLabel: `In ${books}`,
        missing: 'Please enter a rate',
        about: ({ currency = '' }) => currency,
        proposed: ({ currency = '', on_date = '' }) => proposedRate(currency, on_date, books, rates),
        help:
          rates === null || !isOfDay(rates, today)
            ? 'As your bank or the tax office says it.'
            : `Proposed by the rates of ${calendarDayText(rates.date)}. Your bank or tax office may prescribe others.`,
      }),
    },
  })

/** How old a rate is, in words. */
export function ageWords(day: string, today: string): string {
  const days = daysBetween(day, today)
  return days <= 0 ? 'of today' : days === 1 ? 'of yesterday' : `${days} days old`
}
