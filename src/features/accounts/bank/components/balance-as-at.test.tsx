// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { BalanceAsAt } from './balance-as-at'

const balance = {
  account_iban: 'MT84MALT011000012345MTLCAST001S',
  currency: 'EUR',
  first_day: '2026-01-02',
  said_on: '2026-10-31' as string | null,
  said: '130.00' as string | null,
  reckoned: '130.00' as string | null,
  off: '0.00' as string | null,
  matched: '5.00',
  waiting: '69.00',
  waiting_count: 3,
  ignored: '0.00',
  ignored_count: 0,
  booked: '12.00' as string | null,
  by_hand: '7.00' as string | null,
}
let calls: Call[]
let answer: object[]
let inBooks: object[]
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
  answer = [balance]
  inBooks = []
  calls = serve(({ path }) => ({ body: path.endsWith('/rpc/bank_in_books') ? inBooks : answer }))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the balance of today is asked for, and what waits and what was recorded by hand is said', async () => {
  showTo('admin', <BalanceAsAt />)
  expect(await screen.findByText('The entries lead to the balance of the bank.')).toBeTruthy()
  expect(screen.getByText('€130.00 on 31 Oct 2026')).toBeTruthy()
  expect(screen.getByText('€69.00 in 3 entries')).toBeTruthy()
  expect(screen.getByText('€7.00')).toBeTruthy()
  await waitFor(() => expect(calls.map(({ body }) => body)).toContainEqual({ p_on: '2026-11-28' }))
})

test('a difference is said with its amount', async () => {
  answer = [
    { ...balance, reckoned: '126.00', off: '4.00' },
    { ...balance, account_iban: null, reckoned: '131.00', off: '-1.00' },
  ]
  showTo('admin', <BalanceAsAt />)
  expect(await screen.findByText('The bank says €1.00 less than opening and entries come to')).toBeTruthy()
  expect(await screen.findByText('The bank says €4.00 more than opening and entries come to')).toBeTruthy()
})

test('without balances nothing is compared, and nothing is called equal', async () => {
  answer = [{ ...balance, said: null, said_on: null, reckoned: null, off: null, booked: null, by_hand: null }]
  showTo('admin', <BalanceAsAt />)
  expect(await screen.findByText(/nothing can be compared/)).toBeTruthy()
  expect(screen.queryByText('The entries lead to the balance of the bank.')).toBeNull()
})

test('the balance in the books stands beside that of the bank, with what explains the difference', async () => {
  inBooks = [
    {
      account: '1000 Bank',
      books: '100.00',
      bank: '190.00',
      off: '-90.00',
      waiting: '69.00',
      ignored: '0.00',
      later: '28.00',
      later_count: 2,
      rest: '7.00',
    },
  ]
  showTo('admin', <BalanceAsAt />)
  expect(await screen.findByText('In the books: 1000 Bank')).toBeTruthy()
  expect(screen.getByText('The books say €90.00 less than the bank.')).toBeTruthy()
  expect(screen.getByText('At the bank, booked after 28 Nov 2026').nextSibling?.textContent).toBe('€28.00 in 2 entries')
  expect(screen.getByText('At the bank, not matched yet').nextSibling?.textContent).toBe('€69.00')
  expect(screen.queryByText('At the bank, ignored')).toBeNull()
})
