// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asksFirst, type Call, serve, showTo } from '@/shared/ui/testing'
import { CashBookScreen } from './cash-book-screen'

const line = (entry_id: string, more: object) => ({
  place: entry_id,
  on_date: '2026-11-20',
  kind: 'cash_entry',
  id: entry_id,
  entry_id,
  number: 'CASH-2026-0002',
  contact_id: null,
  party: null,
  words: 'Box of screws',
  account: '6400 Software and telephone',
  vat_rate: '18',
  vat: '1.80',
  came_in: null,
  went_out: '11.80',
  balance: '188.20',
  state: 'booked',
  ...more,
})
const lines = [
  line('paid', {
    kind: 'payment',
    id: 'payment',
    number: 'RCPT-2026-0009',
    party: 'Harbour Grill',
    account: null,
    vat: null,
    state: null,
    came_in: '50.00',
    went_out: null,
    balance: '238.20',
  }),
  line('screws', {}),
  line('ticket', { number: 'CASH-2026-0001', words: 'Parking', state: 'taken_back' }),
]
const till = {
  account: '1010 Cash',
  holds: '238.20',
  below_on: null as string | null,
  below: null as string | null,
  counted_on: '2026-11-19' as string | null,
  counted: '200.00',
  counted_off: '-3.20',
  counted_by: 'Carla Abela',
}
let calls: Call[]
let now: typeof till | (Omit<typeof till, 'account'> & { account: null })
const below =
  'The till would hold −€5.00 at the end of 20 Nov 2026, and it cannot hold less than nothing. Book it anyway?'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T09:00:00Z') })
  now = till
  calls = serve((call) => {
    const { path, body } = call
    if (path.endsWith('/rpc/till')) return { body: [now] }
    if (path.endsWith('/rpc/cash_book')) return { body: lines }
    if (path.endsWith('/rpc/book_cash'))
      return JSON.stringify(body).includes('"243.20"')
        ? asksFirst(call, 'till_below_zero', below, 'CASH-2026-0004')
        : { body: 'CASH-2026-0003' }
    if (path.endsWith('/rpc/count_cash')) return { body: '-3.20' }
    if (path.endsWith('/rpc/take_back_cash')) return { body: 'CASH-2026-0002' }
    if (path.includes('/ledger_accounts'))
      return {
        body: [
          { id: 'bank', code: '1000', name: 'Bank', kind: 'asset' },
          { id: 'cash', code: '1010', name: 'Cash', kind: 'asset' },
          { id: 'clients', code: '1100', name: 'Clients', kind: 'asset' },
          { id: 'owner', code: '3100', name: 'Money put in by the owner', kind: 'equity' },
          { id: 'sales', code: '4000', name: 'Sales', kind: 'income' },
        ],
      }
    if (path.includes('/cost_accounts'))
      return {
        body: [
          { id: 'software', code: '6400', name: 'Software and telephone' },
          { id: 'travel', code: '6500', name: 'Travel' },
        ],
      }
    if (path.includes('/account_rules'))
      return {
        body: [
          { part: 'money', method: null, account_id: 'bank' },
          { part: 'money', method: 'cash', account_id: 'cash' },
          { part: 'clients', method: null, account_id: 'clients' },
          { part: 'sales', method: null, account_id: 'sales' },
        ],
      }
    if (path.includes('/vat_rates'))
      return {
        body: ['18.0000', '7.0000'].map((rate, place) => ({
          label: `${Number(rate)} %`,
          rate,
          is_default: place === 0,
          valid_from: null,
          valid_to: null,
        })),
      }
    if (path.includes('/bank_bookings'))
      return { body: [{ account_id: null, cost_account_id: 'travel', vat_rate: '18.0000' }] }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const show = (at = '/cash-book') =>
  showTo(
    'admin',
    <MemoryRouter initialEntries={[at]}>
      <CashBookScreen />
    </MemoryRouter>,
  )
const sent = (name: string) => calls.filter(({ path }) => path.endsWith(`/rpc/${name}`)).map(({ body }) => body)

test('the till says what it holds, who counted it and with which difference; its lines lead to their records', async () => {
  show()
  const panel = within(await screen.findByRole('region', { name: 'The till' }))
  expect(panel.getByText('€238.20')).toBeTruthy()
  expect(panel.getByText('Counted on 19 Nov 2026 by Carla Abela: €200.00, €3.20 less than the books say.')).toBeTruthy()
  expect((await screen.findByRole('link', { name: 'RCPT-2026-0009' })).getAttribute('href')).toBe('/payment/payment')
  expect(screen.queryByRole('link', { name: 'CASH-2026-0002' })).toBeNull()
  expect(screen.getByText(/^Parking/).textContent).toBe('Parking · taken back')
  // What was taken back, and payments, are not taken back here.
  expect(
    screen.getAllByRole('button', { name: /^Take .* back$/ }).map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Take CASH-2026-0002 back'])
})

test('what was used last comes first, with the tax of the last time; the till asks before it holds less than nothing', async () => {
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Paid out' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Paid out' }))
  await user.type(await dialog.findByRole('textbox', { name: /^Amount/ }), '243.2')
  await user.type(dialog.getByRole('textbox', { name: /^What for/ }), 'Bus to the fair')
  await user.click(dialog.getByRole('combobox', { name: /^Account/ }))
  // Neither the bank nor the till itself, nor what papers move.
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '6500 Travel',
    '3100 Money put in by the owner',
    '4000 Sales',
    '6400 Software and telephone',
  ])
  await user.click(screen.getByRole('option', { name: '6500 Travel' }))
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: /^Rate of VAT/ }).value).toBe('18 %')
  await user.click(dialog.getByRole('button', { name: 'Book it' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Book it anyway?' })).getByRole('button', {
      name: 'Book it anyway',
    }),
  )
  const entry = {
    p_id: expect.any(String) as string,
    p_on: '2026-11-28',
    p_direction: 'out',
    p_amount: '243.20',
    p_account_id: 'travel',
    p_vat_rate: '18',
    p_words: 'Bus to the fair',
  }
  await waitFor(() => expect(sent('book_cash')).toEqual([entry, entry]))
  // The same entry: it is booked once.
  expect(new Set(sent('book_cash').map((body) => JSON.stringify(body))).size).toBe(1)
})

test('a cost that was not booked before asks for its rate, a sale proposes the usual one, and no tax of it is said; one of the books has none', async () => {
  const user = show('/cash-book?dialog=cash.in')
  const dialog = within(await screen.findByRole('dialog', { name: 'Put in' }))
  await user.type(await dialog.findByRole('textbox', { name: /^Amount/ }), '200')
  await user.type(dialog.getByRole('textbox', { name: /^Where from/ }), 'Float')
  await user.click(dialog.getByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '6400 Software and telephone' }))
  const rate = () => dialog.getByRole<HTMLInputElement>('combobox', { name: /^Rate of VAT/ })
  expect(rate().value).toBe('')
  await user.click(dialog.getByRole('button', { name: 'Book it' }))
  expect(dialog.getByText('Please choose the rate, or no VAT')).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '4000 Sales' }))
  expect(rate().value).toBe('18 %')
  await user.click(dialog.getByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '3100 Money put in by the owner' }))
  expect(dialog.queryByRole('combobox', { name: /^Rate of VAT/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Book it' }))
  await waitFor(() =>
    expect(sent('book_cash')).toMatchObject([{ p_direction: 'in', p_amount: '200.00', p_account_id: 'owner' }]),
  )
  expect(sent('book_cash')[0]).not.toHaveProperty('p_vat_rate')
})

test('of a sale without tax 0 is sent, so that the return counts it', async () => {
  const user = show('/cash-book?dialog=cash.in')
  const dialog = within(await screen.findByRole('dialog', { name: 'Put in' }))
  await user.type(await dialog.findByRole('textbox', { name: /^Amount/ }), '50')
  await user.type(dialog.getByRole('textbox', { name: /^Where from/ }), 'Old stickers')
  await user.click(dialog.getByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '4000 Sales' }))
  await user.click(dialog.getByRole('combobox', { name: /^Rate of VAT/ }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    '18 %',
    '7 %',
    'No VAT',
  ])
  await user.click(screen.getByRole('option', { name: 'No VAT' }))
  await user.click(dialog.getByRole('button', { name: 'Book it' }))
  await waitFor(() => expect(sent('book_cash')).toMatchObject([{ p_account_id: 'sales', p_vat_rate: '0' }]))
})

test('money is brought to the bank without an account', async () => {
  const user = show('/cash-book?dialog=cash.bank')
  const dialog = within(await screen.findByRole('dialog', { name: 'To or from the bank' }))
  await user.type(await dialog.findByRole('textbox', { name: /^Amount/ }), '150')
  await user.click(dialog.getByRole('button', { name: 'Book it' }))
  await waitFor(() =>
    expect(sent('book_cash')).toEqual([
      {
        p_id: expect.any(String) as string,
        p_on: '2026-11-28',
        p_direction: 'out',
        p_amount: '150.00',
        p_is_bank: true,
      },
    ]),
  )
})

test('a count says how far it is from the books while it is typed, and asks for an account only then', async () => {
  const user = show('/cash-book?dialog=cash.count')
  const dialog = within(await screen.findByRole('dialog', { name: 'Count the till' }))
  const counted = await dialog.findByRole('textbox', { name: /^The till holds/ })
  await user.type(counted, '238.20')
  expect(await dialog.findByText('The books say €238.20, as you counted.')).toBeTruthy()
  expect(dialog.queryByRole('combobox', { name: /^Account/ })).toBeNull()
  await user.clear(counted)
  await user.type(counted, '235')
  expect(await dialog.findByText('You counted €3.20 less than the books say: €238.20.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Keep the count' }))
  expect(await dialog.findByText('Please choose the account for the difference')).toBeTruthy()
  await user.click(dialog.getByRole('combobox', { name: /^Account/ }))
  await user.click(await screen.findByRole('option', { name: '6400 Software and telephone' }))
  await user.click(dialog.getByRole('button', { name: 'Keep the count' }))
  await waitFor(() =>
    expect(sent('count_cash')).toMatchObject([{ p_counted: '235.00', p_account_id: 'software', p_on: '2026-11-28' }]),
  )
})

test('an entry is taken back with its reason', async () => {
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Take CASH-2026-0002 back' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take the entry back' }))
  await user.type(dialog.getByRole('textbox', { name: /^Why/ }), 'Paid by card')
  await user.click(dialog.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(sent('take_back_cash')).toEqual([{ p_id: 'screws', p_reason: 'Paid by card' }]))
})

test('a till below zero since its count says so; without an account of its own there is no till', async () => {
  now = { ...till, below_on: '2026-11-20', below: '-15.00' }
  show()
  expect(
    await screen.findByText('At the end of 20 Nov 2026 it would have held −€15.00: an entry is missing or wrong.'),
  ).toBeTruthy()
  cleanup()
  now = { ...till, account: null }
  show()
  expect(await screen.findByText('Your books have no account for cash of its own')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Paid out' })).toBeNull()
})
