// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { PaymentDialog } from './activity/components/payment-dialog'
import { BankScreen } from './bank/components/bank-screen'
import { CreditOffer } from './payment/components/credit-offer'
import { RecordPayment } from './shared/payment/record-payment'

const sources = import.meta.glob<string>('./**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })

const entry = (id: string, more: object = {}) => ({
  id,
  booked_on: '2026-11-20',
  direction: 'in',
  amount: '118.00',
  currency: 'EUR',
  party_name: id,
  party_iban: null,
  remittance: null,
  end_to_end: null,
  status: 'open',
  has_recorded: true,
  payment: null,
  run: null,
  payouts: [],
  ...more,
})
const match = { contact_id: 'bakery', client_name: 'Bakery', parts: [], credit: '118.00', is_sure: true, reasons: [] }
const debit = { kind: 'supplier', name: 'Sheets', contact_id: 'sheets', parts: [], is_sure: false, reasons: [] }
const payment = {
  id: 'payment',
  payment_number: 'RCPT-2026-0007',
  contact_id: 'client',
  direction: 'in',
  method: 'bank',
  provider: null,
  status: 'succeeded',
  amount: '118.00',
  open: '18.00',
  refunded: '0.00',
  currency: 'EUR',
  received_on: '2026-11-20',
  reference: null,
  note: null,
  contact: { id: 'client', type: 'Business', name: 'Bakery', last_name: null, company: null },
  parts: [{ id: 'part', amount: '100.00', invoice: { id: 'old', invoice_number: 'INV-1', kind: 'standard' } }],
  refunds: [],
  holds: [],
  entries: null,
  asked: [{ id: 'asked', status: 'unknown', amount: '5.00' }],
}
const returned = {
  kind: 'return',
  entry_id: 'earlier',
  name: 'Sheets',
  booked_on: '2026-11-18',
  is_booked: true,
  parts: [],
  is_sure: false,
  reasons: [],
}

let calls: Call[]
let entries: ReturnType<typeof entry>[]
let isAnswered: Promise<void>
let answerNow: () => void
beforeEach(() => {
  localStorage.clear()
  entries = [entry('one')]
  isAnswered = new Promise((resolve) => (answerNow = resolve))
  calls = serve(({ path, method }) => {
    const [, name] = /\/rpc\/(\w+)/.exec(path) ?? []
    if (name === 'bank_suggestions')
      return {
        body: entries.map(({ id, direction }) => ({
          entry_id: id,
          matches: id === 'back' ? [returned] : [direction === 'in' ? match : debit],
          doubts: [],
        })),
      }
    if (name === 'bank_summary')
      return { body: { open: 1, amount: '1.00', open_out: 0, amount_out: '0.00', imports: 1, last_day: null } }
    if (name === 'confirm_shown_entries') {
      return { body: { confirmed: 1, left: 0, booked: { one: 'RCPT-2026-0412' } }, until: isAnswered }
    }
    if (name === 'refundable') return { body: payment.open }
    if (name || method !== 'GET') return { body: 'done', until: isAnswered }
    if (path.includes('/bank_entries')) return { body: entries }
    if (path.includes('/payments')) return { body: payment }
    if (path.includes('/invoices'))
      return { body: [{ id: 'old', invoice_number: 'INV-1', due_date: '2026-10-01', balance: '40.00' }] }
    return { body: [] }
  })
})
afterEach(() => {
  answerNow()
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const called = (name: string) => calls.filter(({ path }) => path.endsWith(`/rpc/${name}`))
const find = (name: string | RegExp) => screen.findByRole('button', { name })
/** Both clicks before the first one's answer, and before the screen is drawn again. */
const clickTwice = (button: HTMLElement) =>
  act(() => {
    fireEvent.click(button)
    fireEvent.click(button)
  })

const bank = (show = 'open') => (
  <MemoryRouter initialEntries={[`/?show=${show}`]}>
    <BankScreen />
  </MemoryRouter>
)
const dialog = (
  <MemoryRouter>
    <PaymentDialog id="payment" onClose={() => {}} />
  </MemoryRouter>
)
const owed = { purpose: 'invoice', id: 'one', whole: '50.00', credit: '20.00', currency: 'EUR' }
type Case = {
  what: string
  screen: () => ReactElement
  /** Opens the dialog and fills the fields before the button is pressed. */
  before?: (user: ReturnType<typeof showTo>) => Promise<unknown>
  button: string | RegExp
  calls: string
  stored?: () => ReturnType<typeof entry>[]
}
const why = async (user: ReturnType<typeof showTo>) =>
  user.type(await screen.findByRole('textbox', { name: /Why/ }), 'By mistake')
const inDialog = async (name: string) => within(await screen.findByRole('dialog')).findByRole('button', { name })

const cases: Case[] = [
  { what: 'a suggestion', screen: bank, button: /^Confirm: Bakery/, calls: 'confirm_shown_entries' },
  {
    what: 'all sure ones',
    screen: bank,
    before: async (user) => {
      await user.click(await find('Confirm the sure one'))
      await screen.findByRole('dialog')
    },
    button: 'Book 1 entry',
    calls: 'confirm_shown_entries',
  },
  {
    what: 'a debit',
    screen: bank,
    stored: () => [entry('out', { direction: 'out' })],
    button: /^Confirm: Sheets/,
    calls: 'confirm_shown_entries',
  },
  {
    what: 'a return',
    screen: bank,
    stored: () => [entry('back')],
    button: /^It came back/,
    calls: 'confirm_shown_entries',
  },
  {
    what: 'ignore',
    screen: bank,
    before: async (user) => {
      await user.click(await find('Ignore'))
      await why(user)
    },
    button: 'Ignore entry',
    calls: 'ignore_bank_entry',
  },
  {
    what: 'match after all',
    screen: () => bank('ignored'),
    stored: () => [entry('one', { status: 'ignored', ignore_reason: 'Interest' })],
    button: 'Match after all',
    calls: 'undo_bank_entry',
  },
  {
    what: 'undo',
    screen: () => bank('confirmed'),
    stored: () => [entry('one', { status: 'confirmed' })],
    before: async (user) => {
      await user.click(await find('Take back'))
      await why(user)
      // The button below the dialog has the same name.
      await user.keyboard('{Escape}')
      await user.click(await find('Take back'))
    },
    button: 'Take back',
    calls: 'undo_bank_entry',
  },
  {
    what: 'settle the oldest',
    screen: () => dialog,
    button: 'Settle the oldest invoices',
    calls: 'allocate_payment',
  },
  { what: 'what the bank did not answer', screen: () => dialog, button: 'It went back', calls: 'decide_refund' },
  {
    what: 'refund',
    screen: () => dialog,
    before: async (user) => {
      await user.click(await find('Refund'))
      await why(user)
    },
    button: 'Refund',
    calls: 'refund_payment',
  },
  {
    what: 'record a payment',
    screen: () => <RecordPayment contactId="client" onClose={() => {}} />,
    before: async (user) => user.type(await screen.findByRole('textbox', { name: /^Amount/ }), '50'),
    button: 'Record payment',
    calls: 'record_payment',
  },
  {
    what: 'use credit',
    screen: () => <CreditOffer uuid="uuid" owed={owed as never} />,
    button: /Use/,
    calls: 'use_credit',
  },
]

test.each(cases)(
  '$what by a double click is one call',
  async ({ screen: shown, before, button, calls: name, stored }) => {
    if (stored) entries = stored()
    const user = showTo('admin', shown())
    await before?.(user)
    const place = screen.queryByRole('dialog') && before ? await inDialog(String(button)) : await find(button)
    clickTwice(place)
    await waitFor(() => expect(called(name)).toHaveLength(1))
    answerNow()
    await waitFor(() => expect(screen.queryByText('Not done')).toBeNull())
    expect(called(name)).toHaveLength(1)
  },
)

test('what was booked says so in its place, and the next entry does not move up under the pointer', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  entries = [entry('one'), entry('two')]
  showTo('admin', bank())
  const all = async () =>
    within(await screen.findByRole('list', { name: 'Entries of bank statements' })).getAllByRole('listitem')
  const [first] = await all()
  clickTwice(within(first!).getByRole('button', { name: /^Confirm: Bakery/ }))
  entries = [entry('two')]
  answerNow()
  expect(await screen.findByText('Booked as RCPT-2026-0412 of Bakery.')).toBeTruthy()
  const after = await all()
  expect(after[0]).toBe(first)
  expect(within(after[0]!).queryByRole('button')).toBeNull()
  expect(within(after[1]!).getByRole('button', { name: /^Confirm: Bakery/ })).toBeTruthy()
  expect(screen.queryByText('Not done')).toBeNull()
  act(() => void vi.advanceTimersByTime(3_000))
  expect(await all()).toHaveLength(1)
})

test('each act of accounts hears one click at a time', () => {
  // A file that is chosen while another one is read takes its place.
  const readFiles = './suppliers/components/new-supplier-invoice.tsx'
  const others = Object.entries(sources)
    .filter(([path, text]) => /\buseMutation\b/.test(text) && path !== readFiles && !path.includes('.test.'))
    .map(([path]) => path)
  expect(others).toEqual([])
})
