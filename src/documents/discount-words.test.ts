import { expect, test } from 'vitest'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { detailsIn } from './discount-words'

const written = (locale: string, currency: string) => ({
  number: (plain: string) => shortDecimalText(plain, locale),
  money: (amount: string) => formatMoney(amount, currency, locale),
})

test('how a percentage came to an amount stands in the numbers of the reader', () => {
  const details = 'As agreed\n7.5 % × €1,593.59 = €119.51'
  const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')
  expect(plain(detailsIn(details, written('de', 'EUR')))).toBe('As agreed\n7,5 % × 1.593,59 € = 119,51 €')
  expect(plain(detailsIn('7,5 % × 1.593,59 € = 119,51 €', written('en', 'EUR')))).toBe('7.5 % × €1,593.59 = €119.51')
})

test('what a person wrote stays as it is', () => {
  for (const details of [null, '', '10 % × 3 weeks = late', 'from 5.00 = cheap', '1.2.3 % × €1.00 = €1.00'])
    expect(detailsIn(details, written('de', 'EUR'))).toBe(details)
})
