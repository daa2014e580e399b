import { expect, test } from 'vitest'
import { aheadWords, depositMeant } from './deposit-choice'

const deposit = (number: string, due: string, quotation: string | null = null) => ({
  id: number,
  number,
  due,
  quotation,
  invoice: null,
})
const deposits = [
  deposit('SO-2026-0098', '772.90', 'Q-2026-0142'),
  deposit('SO-2026-0099', '100.00'),
  deposit('SO-2026-0101', '100.00'),
]
const invoice = (balance: string) => ({ id: 'one', number: 'INV-1', due_date: null, balance })
const meant = (amount: string, text: string, open: ReturnType<typeof invoice>[] = []) =>
  depositMeant({ amount, text }, deposits, open)?.number

test.each([
  ['the number of its order, however it is written', '5.00', 'so 2026/0099 thanks', 'SO-2026-0099'],
  ['the number of its quotation', '5.00', 'Q-2026-0142', 'SO-2026-0098'],
  ['nothing but its exact amount', '772.9', 'Thanks', 'SO-2026-0098'],
])('a deposit is meant by %s', (_, amount, text, number) => {
  expect(meant(amount, text)).toBe(number)
})

test('two deposits over the amount, an open invoice over it, or a longer number mean none', () => {
  expect(meant('100.00', 'Thanks')).toBeUndefined()
  expect(meant('772.90', 'Thanks', [invoice('772.90')])).toBeUndefined()
  expect(meant('5.00', 'SO-2026-00987654')).toBeUndefined()
  expect(meant('5.00', 'ISO-2026-0098')).toBeUndefined()
})

test('a payment ahead says whether the deposit invoice is there already', () => {
  expect(aheadWords({ number: 'SO-1', invoice: null })).toMatch(
    /^Pays SO-1 ahead\. Its deposit invoice is issued at once\./,
  )
  expect(aheadWords({ number: 'SO-1', invoice: 'INV-7' })).toMatch(/^Pays INV-7, the deposit invoice of SO-1\. (?!Its)/)
})
