import { currencyName } from '@/shared/domain/money/currency'
import { shortDecimalText } from '@/shared/domain/money/money'
import { currentFormats } from '@/shared/domain/text/formats'

/** Whether a paper is in the currency of the books. */
export const isOfBooks = (currency: string): boolean => currency === currentFormats().currency

/** A rate in words: `1 USD = 0.92 EUR`. */
export const rateWords = (currency: string, rate: string): string =>
  `1 ${currency} = ${shortDecimalText(rate)} ${currentFormats().currency}`

/** The currency of a paper and its rate: `In US dollars, 1 USD = 0.92 EUR`. Null for the currency of the books. */
export const currencyOfPaper = (paper: { currency: string; rate: string }): string | null =>
  isOfBooks(paper.currency) ? null : `In ${currencyName(paper.currency)}, ${rateWords(paper.currency, paper.rate)}`
