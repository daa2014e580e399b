import { defineFields, type Drafts } from '@/kit/fields/field'
import { money, quantity } from '@/kit/fields/number-fields'
import { calendarDayText, currentFormats } from '@/shared/domain/text/formats'
import { currencySchema, type ExchangeRates, rateText } from '@/shared/domain/money/currency'
import { divided, exact, minus, sum, times, truncated, written } from '@/shared/domain/money/decimal'
import { amountWords, readDecimal } from '@/shared/domain/money/money'
import { isOfDay } from '../shared/rate-age'
import { today } from '../shared/today'
import { withoutSign } from './supplier-credit'

type Bill = {
  currency: string
  gross: string
  paper_currency: string | null
  paper_net: string | null
  paper_vat: string | null
}

/** The currency of the books. */
export const booksCurrency = (): string => currentFormats().currency

/** The total of a bill in its own currency, as decimal text. */
export const paperGross = ({ paper_net, paper_vat, gross }: Omit<Bill, 'currency' | 'paper_currency'>): string =>
  paper_net === null || paper_vat === null ? gross : written(sum([exact(paper_net), exact(paper_vat)]))

/** What of a bill is open in its own currency, as decimal text without a sign. */
export const paperOpen = (
  row: Omit<Bill, 'currency'> & { open: string; payments: readonly { paper_amount: string | null }[] },
) =>
  row.paper_currency === null
    ? withoutSign(row.open)
    : /[1-9]/.test(row.open)
      ? withoutSign(
          written(
            minus(
              exact(paperGross(row)),
              sum([exact('0.00'), ...row.payments.map(({ paper_amount }) => exact(paper_amount ?? '0.00'))]),
            ),
          ),
        )
      : '0.00'

/** Whether a bill is in another currency than the books, and nobody said its worth. */
export const isWithoutWorth = ({ currency }: Pick<Bill, 'currency'>): boolean => currency !== booksCurrency()

/** The rate of the converter between two currencies: how many of the books' for one of the bill's; empty where there is none of this week. */
export function rateOf(currency: string, rates: ExchangeRates | null): string {
  if (rates === null || !isOfDay(rates, today())) return ''
  const [from, to] = [currencySchema.safeParse(currency), currencySchema.safeParse(booksCurrency())]
  return (rates && from.success && to.success && rateText({ from: from.data, to: to.data }, rates)) || ''
}

/** An amount of a bill by a typed rate, rounded down to cents, as decimal text; empty while one of them cannot be read. */
export function worthBy(rate: string, amount: string | null): string {
  const read = readDecimal(rate, { places: 6, most: '1000000' })
  return amount === null || !('value' in read)
    ? ''
    : written(truncated(times(exact(read.value), exact(withoutSign(amount))), 2))
}

/** What a typed part of the open amount costs by the worth of the bill, as decimal text; empty while it cannot be read. */
export function costBy(amount: string, whole: string, worth: string): string {
  const read = readDecimal(amount)
  const cost = 'value' in read ? divided(times(exact(read.value), exact(worth)), exact(whole), 2) : null
  return cost === null ? '' : written(cost)
}

/** The rate that a worth was said by, to four places, for people. */
export function saidRate(worth: string, paper: string): string | null {
  const rate = divided(exact(withoutSign(worth)), exact(withoutSign(paper)), 4)
  return rate && written(rate)
}

/** The fields that ask for the worth of a bill. `amount`: its total in its own currency; `asks`: whether they show. */
export const worthFields = (
  currency: string,
  rates: ExchangeRates | null,
  amount: (drafts: Drafts) => string | null,
  asks: (drafts: Drafts) => boolean = () => true,
) =>
  defineFields({
    rate: quantity(`Rate: ${booksCurrency()} for 1 ${currency}`, {
      places: 6,
      most: '1000000',
      about: () => currency,
      proposed: () => rateOf(currency, rates),
      help:
        rates === null || !isOfDay(rates, today())
          ? 'As your bank or the customs office says it.'
          : `Proposed by the rates of ${calendarDayText(rates.date)}.`,
      hiddenUnless: asks,
    }),
    worth: money(`Worth in ${booksCurrency()}`, {
      currency: booksCurrency(),
      about: (drafts) => amountWords(amount(drafts) ?? '', currency),
      proposed: (drafts) => worthBy(drafts.rate || rateOf(currency, rates), amount(drafts)),
      help: 'The total, as it is booked. It stays with the bill from its approval on.',
      hiddenUnless: asks,
    }),
  })
