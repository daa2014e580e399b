// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { focusManager } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asksFirst, type Call, serve, showTo } from '@/shared/ui/testing'
import { PaymentDialog } from './payment-dialog'

const client = { id: 'client', type: 'Business', name: 'Bakery', last_name: null, company: null }
const payment = {
  id: 'payment',
  payment_number: 'RCPT-2026-0007',
  contact_id: 'client',
  direction: 'in',
  method: 'bank',
  provider: null,
  status: 'succeeded',
  amount: '118.00',
  open: '0.00',
  refunded: '0.00',
  currency: 'EUR',
  worth: null as string | null,
  received_on: '2026-11-20',
  reference: null,
  note: null,
  contact: client,
  parts: [
    {
      id: 'part',
      amount: '118.00',
      allocated_on: '2026-11-20',
      reverses_id: null,
      invoice: { id: 'old', invoice_number: 'INV-1', kind: 'standard' },
    },
  ],
  refunds: [],
  holds: [] as unknown[],
  entries: null as { id: string } | null,
  asked: [],
}
const exchange = {
  currency: 'EUR',
  worth: '107.01',
  is_of_bank: false,
  invoices: [{ id: 'old', number: 'INV-1', amount: '118.00', exchange: '-1.55' }],
}
const request = {
  id: 'request',
  status: 'open',
  amount: '100.00',
  currency: 'EUR',
  contact_id: 'client',
  order_id: null,
  invoice_id: null,
}

let calls: Call[]
let isAnnounced: boolean
let refundable: string
let shown: Record<string, unknown>
let mails: unknown[]
let isEarly: boolean
beforeEach(() => {
  localStorage.clear()
  isAnnounced = false
  refundable = '0.00'
  shown = {}
  mails = []
  isEarly = false
  calls = serve((call) => {
    const { path } = call
    if (isEarly && path.includes('/rpc/move_payment'))
      return asksFirst(
        call,
        'paid_before',
        'INV-2 is of 1 Dec 2026, and the payment came on 20 Nov 2026. Move it anyway?',
        null,
      )
    if (path.includes('/payment_requests')) return { body: isAnnounced ? request : null }
    if (path.includes('announced_invoices')) return { body: [{ invoice_id: 'new' }] }
    if (path.includes('/rpc/refundable')) return { body: refundable }
    if (path.includes('/rpc/exchange_of_payment')) return { body: exchange }
    if (path.includes('/payments')) return { body: isAnnounced ? null : { ...payment, ...shown } }
    if (path.includes('/scheduled_emails')) return { body: mails }
    if (path.includes('/invoices'))
      return {
        body: [
          { id: 'other', invoice_number: 'INV-2', due_date: '2026-10-01', balance: '59.00' },
          { id: 'new', invoice_number: 'INV-3', due_date: '2026-12-01', balance: '100.00' },
        ],
      }
    return { body: path.includes('/rpc/') ? 'done' : [] }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const called = (name: string) => calls.filter(({ path }) => path.endsWith(`/rpc/${name}`)).map(({ body }) => body)
const show = (role: 'admin' | 'team_member' = 'admin') =>
  showTo(
    role,
    <MemoryRouter>
      <PaymentDialog id="payment" onClose={() => {}} />
    </MemoryRouter>,
  )

test('a payment is moved to an invoice of a later day after the question of the database', async () => {
  isEarly = true
  const user = show()
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Move' }))
  await user.type(await within(dialog).findByRole('textbox', { name: /Why/ }), 'Mixed up')
  await user.click(within(dialog).getByRole('button', { name: 'Move payment' }))
  await user.click(await screen.findByRole('button', { name: 'Move it anyway' }))
  expect(await screen.findByText('RCPT-2026-0007 is moved.')).toBeTruthy()
  expect(calls.findLast(({ path }) => path.includes('move_payment'))?.yes).toBe('paid_before')
})

test('a payment is moved to other invoices of its client with a reason: what it settles now can be chosen anew', async () => {
  const user = show()
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Move' }))
  const old = await within(dialog).findByRole('textbox', { name: 'Amount of INV-1' })
  expect(old).toHaveProperty('value', '118.00')
  await user.clear(old)
  await user.type(within(dialog).getByRole('textbox', { name: 'Amount of INV-2' }), '59')
  await user.click(within(dialog).getByRole('button', { name: 'Move payment' }))
  expect(await within(dialog).findByText('Please say why')).toBeTruthy()
  expect(called('move_payment')).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'They meant this one')
  await user.click(within(dialog).getByRole('button', { name: 'Move payment' }))
  await waitFor(() =>
    expect(called('move_payment')).toEqual([
      {
        p_id: 'payment',
        p_contact_id: 'client',
        p_allocations: [{ invoice_id: 'other', amount: '59.00' }],
        p_reason: 'They meant this one',
      },
    ]),
  )
})

test('a payment that settled everything gives back what a credit note leaves of it', async () => {
  refundable = '19.47'
  const user = show()
  const dialog = await screen.findByRole('dialog')
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Refund' }).getAttribute('aria-disabled')).toBeNull(),
  )
  await user.click(within(dialog).getByRole('button', { name: 'Refund' }))
  expect(within(dialog).getByRole('textbox', { name: /^Amount/ })).toHaveProperty('value', '19.47')
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'One letter is wrong')
  await user.click(within(dialog).getByRole('button', { name: 'Refund' }))
  await waitFor(() => expect(called('refund_payment')).toMatchObject([{ p_id: 'payment', p_amount: '19.47' }]))
})

test('a payment that was recorded by mistake is taken back with a reason; that the client has the receipt is said', async () => {
  mails = [{ id: 'm1', status: 'sent', send_at: '2026-11-20T10:00:00Z' }]
  const user = show()
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Take back' }))
  expect(await within(dialog).findByText('The client has the receipt')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
  expect(await within(dialog).findByText('Please say why')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'Another client paid')
  await user.click(within(dialog).getByRole('button', { name: 'Take back' }))
  await waitFor(() =>
    expect(called('take_back_payment')).toEqual([{ p_id: 'payment', p_reason: 'Another client paid' }]),
  )
})

test('a payment that somebody else took back meanwhile says so, and its form is gone', async () => {
  const user = show()
  const dialog = await screen.findByRole('dialog')
  await user.click(await within(dialog).findByRole('button', { name: 'Take back' }))
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'It never came in')
  const back = {
    id: 'r1',
    kind: 'reversal',
    reverses_id: null,
    amount: '118.00',
    refunded_on: '2026-11-28',
    reason: 'Mistake',
  }
  shown = { status: 'refunded', refunded: '118.00', parts: [], refunds: [back] }
  focusManager.setFocused(false)
  focusManager.setFocused(true)
  expect(await within(dialog).findByText('Taken back')).toBeTruthy()
  expect(within(dialog).queryByRole('button', { name: 'Take back' })).toBeNull()
  expect(within(dialog).queryByText('Refunded')).toBeNull()
  expect(called('take_back_payment')).toEqual([])
})

test('a deposit says for which order it is kept, less what was used of it', async () => {
  const order = { id: 'o1', order_number: 'SO-1' }
  shown = {
    parts: [],
    holds: [
      { amount: '118.00', order },
      { amount: '-18.00', order },
    ],
  }
  show()
  expect((await screen.findByText(/are kept for/)).textContent).toBe(
    '€100.00 are kept for SO-1. They are set against the amount due of its invoice.',
  )
})

test.each([
  [{ provider: 'viva' }, 'The client paid it on the page. Refund it.'],
  [{ entries: { id: 'e1' } }, 'It stands on a bank statement. Take its entry back there.'],
  [{ refunded: '5.00' }, 'A part of it went back to the client already.'],
  [
    { parts: [{ ...payment.parts[0], invoice: { id: 'd', invoice_number: 'INV-9', kind: 'deposit' } }] },
    'It paid a deposit invoice. Credit that, then refund the payment.',
  ],
])('what is no mistake of a person is not taken back: %o', async (of, why) => {
  shown = of
  show()
  const button = await screen.findByRole('button', { name: 'Take back' })
  expect(button.getAttribute('aria-disabled') ?? button.getAttribute('data-disabled')).toBeTruthy()
  expect(screen.getAllByText(why).length).toBeGreaterThan(0)
})

test('what paid a deposit invoice that was issued before its money is taken back and off like any other', async () => {
  shown = {
    parts: [
      {
        ...payment.parts[0],
        invoice: { id: 'd', invoice_number: 'INV-9', kind: 'deposit', taxed_when_paid: true },
      },
    ],
  }
  show()
  const button = await screen.findByRole('button', { name: 'Take back' })
  expect(button.getAttribute('aria-disabled') ?? button.getAttribute('data-disabled')).toBeNull()
  expect(screen.getByRole('button', { name: 'Take off' })).toBeTruthy()
})

test('who may not change payments may not move them', async () => {
  show('team_member')
  const move = await screen.findByRole('button', { name: 'Move' })
  expect(move.getAttribute('aria-disabled') ?? move.getAttribute('data-disabled')).toBeTruthy()
})

test('a transfer that was announced on a statement is filled in with its amount and the chosen invoices: one click records it', async () => {
  isAnnounced = true
  const user = show()
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByRole('textbox', { name: /^Amount \*?$|^Amount$/ })).toHaveProperty(
    'value',
    '100.00',
  )
  await user.click(within(dialog).getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(called('record_payment')).toMatchObject([
      { p_amount: 100, p_method: 'bank', p_allocations: [{ invoice_id: 'new', amount: '100.00' }] },
    ]),
  )
})

test('a payment in dollars says what came in and the exchange difference, and what came in is corrected', async () => {
  shown = { currency: 'USD', worth: '107.01' }
  const user = show()
  expect((await screen.findByRole('table', { name: 'What it settles' })).textContent).toContain('$118.00')
  expect(screen.getByText('€107.01')).toBeTruthy()
  expect((await screen.findByRole('table', { name: 'Exchange differences' })).textContent).toBe(
    'Exchange loss on INV-1−€1.55',
  )
  await user.click(screen.getByRole('button', { name: 'Correct what came in' }))
  const worth = await screen.findByRole('textbox', { name: /What came in, in EUR/ })
  expect(worth).toHaveProperty('value', '107.01')
  await user.clear(worth)
  await user.type(worth, '108')
  await user.click(screen.getByRole('button', { name: 'Correct' }))
  await waitFor(() => expect(called('state_payment_worth')).toEqual([{ p_id: 'payment', p_worth: 108 }]))
})

test('what came in of a payment in the currency of the books is its amount, and what the bank said stays', async () => {
  show()
  await screen.findByRole('table', { name: 'What it settles' })
  expect(screen.queryByRole('button', { name: 'Correct what came in' })).toBeNull()
  expect(called('exchange_of_payment')).toEqual([])
  cleanup()
  shown = { currency: 'USD', worth: '107.01', entries: { id: 'entry' } }
  show()
  const correct = await screen.findByRole('button', { name: 'Correct what came in' })
  expect(correct.getAttribute('aria-disabled')).toBe('true')
})

test('each refund says how it went, as the payment came where nobody says it, and what it cost in the books', async () => {
  const back = { kind: 'refund', reverses_id: null, refunded_on: '2026-11-28', reason: 'Paid twice' }
  shown = {
    method: 'card',
    currency: 'USD',
    worth: '100.00',
    refunds: [
      { ...back, id: 'r1', amount: '10.00', way: null, worth: '9.20' },
      { ...back, id: 'r2', amount: '20.00', way: 'cash', worth: null },
    ],
  }
  show()
  expect(await screen.findByText('$10.00 went back to the card for €9.20 on 28 Nov 2026: Paid twice')).toBeTruthy()
  expect(screen.getByText('$20.00 went back in cash on 28 Nov 2026: Paid twice')).toBeTruthy()
})

test('a refund that a person recorded is corrected and taken back, and one that the bank says is not', async () => {
  const back = { kind: 'refund', reverses_id: null, refunded_on: '2026-11-28', reason: 'Paid twice', way: 'bank' }
  shown = {
    status: 'refunded',
    currency: 'USD',
    worth: '100.00',
    refunds: [
      { ...back, id: 'r1', amount: '10.00', worth: '45.00', payout: null },
      { ...back, id: 'r2', amount: '20.00', worth: '18.00', payout: { entry_id: 'entry' } },
      { ...back, id: 'r3', amount: '30.00', worth: '27.00', payout: null },
      { ...back, id: 'r4', amount: '-30.00', worth: '-27.00', reverses_id: 'r3', payout: null },
    ],
  }
  const user = show()
  const correct = await screen.findAllByRole('button', { name: 'Correct the refund' })
  expect(correct).toHaveLength(1)
  await user.click(correct[0]!)
  const worth = await screen.findByRole('textbox', { name: /What went out, in EUR/ })
  await user.clear(worth)
  await user.type(worth, '8.95')
  await user.click(screen.getByRole('button', { name: 'Correct' }))
  await waitFor(() =>
    expect(called('correct_refund')).toEqual([{ p_id: 'r1', p_worth: '8.95', p_day: '2026-11-28', p_way: 'bank' }]),
  )
  await user.click(await screen.findByRole('button', { name: 'Take back the refund' }))
  await user.type(await screen.findByRole('textbox', { name: /Why/ }), 'A slip')
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(called('take_back_refund')).toEqual([{ p_id: 'r1', p_reason: 'A slip' }]))
})

test('a refund in dollars proposes its share of what came in, anew for another amount, and is undone in the notice', async () => {
  notifications.clean()
  shown = { currency: 'USD', worth: '106.20' }
  refundable = '50.00'
  const user = show()
  const open = async () => {
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Refund' }).getAttribute('aria-disabled')).not.toBe('true'),
    )
    await user.click(screen.getByRole('button', { name: 'Refund' }))
    return await screen.findByRole('textbox', { name: /What went out, in EUR/ })
  }
  const worth = await open()
  expect(worth).toHaveProperty('value', '45.00')
  await user.clear(worth)
  await user.type(worth, '45.50')
  await user.clear(screen.getByRole('textbox', { name: /^Amount/ }))
  await user.type(screen.getByRole('textbox', { name: /^Amount/ }), '10')
  expect(worth).toHaveProperty('value', '9.00')
  expect(screen.getByText('This is proposed anew: €45.50 was typed for $50.00.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /Why/ }), 'Paid twice')
  await user.click(screen.getAllByRole('button', { name: 'Refund' }).at(-1)!)
  await waitFor(() => expect(called('refund_payment')).toMatchObject([{ p_amount: '10.00', p_worth: '9.00' }]))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(called('take_back_refund')).toMatchObject([{ p_reason: 'Undone right after it was recorded' }]),
  )
})
