import { expect, test } from 'vitest'
import type { OpenInvoice } from './order-money'
import { depositDue, depositLeft, type OrderOfClient, orderWords } from './order-words'

const order = (status: string, paid: string): OrderOfClient => ({
  order_number: 'SO-1',
  status,
  deposit_amount: '59.00',
  deposit_paid: paid,
  gross: '118.00',
  paid,
  paid_on: paid === '0.00' ? null : '2026-11-20',
})

test.each<[status: string, paid: string, left: string, words: string]>([
  ['awaiting_deposit', '0.00', '59.00', 'We have your order SO-1. A deposit of €59.00 is due before we begin.'],
  [
    'awaiting_deposit',
    '20.00',
    '39.00',
    'We have your order SO-1. We received €20.00 on 20 Nov 2026. A deposit of €39.00 is due before we begin.',
  ],
  ['confirmed', '59.00', '0.00', 'We have your order SO-1. We received €59.00 on 20 Nov 2026. We begin with your job.'],
  [
    'confirmed',
    '118.00',
    '0.00',
    'We have your order SO-1. We received €118.00 on 20 Nov 2026. We begin with your job.',
  ],
  ['in_production', '59.00', '0.00', 'We have your order SO-1. We received €59.00 on 20 Nov 2026. We work on it.'],
  ['ready', '0.00', '59.00', 'Your order SO-1 is ready. We arrange the delivery with you.'],
  [
    'part_delivered',
    '59.00',
    '0.00',
    'A part of your order SO-1 was delivered. The rest follows. We received €59.00 on 20 Nov 2026.',
  ],
  ['delivered', '59.00', '0.00', 'Your order SO-1 was delivered. We received €59.00 on 20 Nov 2026.'],
  ['completed', '118.00', '0.00', 'Your order SO-1 was delivered. We received €118.00 on 20 Nov 2026.'],
  ['on_hold', '0.00', '0.00', 'Your order SO-1 is on hold. We will call you before work goes on.'],
  [
    'on_hold',
    '59.00',
    '0.00',
    'Your order SO-1 is on hold. We will call you before work goes on. We received €59.00 on 20 Nov 2026. It stays paid for this order.',
  ],
  ['cancelled', '0.00', '0.00', 'Your order SO-1 was cancelled. Nothing is made and nothing is to be paid.'],
  [
    'cancelled',
    '59.00',
    '0.00',
    'Your order SO-1 was cancelled. Nothing is made and nothing is to be paid. We received €59.00 on 20 Nov 2026. ' +
      'This money is your credit: we use it for another invoice or pay it back.',
  ],
])('an order that is %s with %s paid asks for %s and says so', (status, paid, left, words) => {
  expect(depositLeft(order(status, paid))).toBe(left)
  expect(orderWords(order(status, paid), 'EUR')).toBe(words)
})

test.each<[money: Partial<OrderOfClient['money'] & object>, words: string]>([
  [{ credit: '59.00' }, 'This money is your credit: we use it for another invoice or pay it back.'],
  [
    {
      used: [
        { number: 'INV-8', amount: '50.00' },
        { number: 'INV-9', amount: '9.00' },
      ],
    },
    'It was used for INV-8, INV-9.',
  ],
  [{ paid_back: '59.00', paid_back_on: '2026-12-01' }, 'It was paid back on 1 Dec 2026.'],
  [
    {
      used: [{ number: 'INV-8', amount: '9.00' }],
      paid_back: '49.99',
      paid_back_on: '2026-12-01',
      credit: '0.01',
    },
    '€9.00 of it was used for INV-8. €49.99 of it was paid back on 1 Dec 2026. ' +
      '€0.01 of it is your credit: we use it for another invoice or pay it back.',
  ],
])('a cancelled order says what became of its money: %j', (part, words) => {
  const money = { credit: '0.00', used: [], paid_back: '0.00', paid_back_on: null, ...part }
  expect(orderWords({ ...order('cancelled', '59.00'), money }, 'EUR')).toBe(
    `Your order SO-1 was cancelled. Nothing is made and nothing is to be paid. We received €59.00 on 20 Nov 2026. ${words}`,
  )
})

test('where a deposit is due, the client’s credit is said', () => {
  expect(orderWords({ ...order('awaiting_deposit', '0.00'), credit: '70.00' }, 'EUR')).toBe(
    'We have your order SO-1. A deposit of €59.00 is due before we begin. You have €70.00 of credit with us: it can pay this.',
  )
})

test.each<[status: string, end: string]>([
  ['confirmed', 'We begin with your job. Your order is promised for 1 Dec 2026.'],
  ['in_production', 'We work on it. Your order is promised for 1 Dec 2026.'],
  ['part_delivered', 'Your order is promised for 1 Dec 2026.'],
  ['ready', 'We arrange the delivery with you. We received €59.00 on 20 Nov 2026.'],
  ['on_hold', 'It stays paid for this order.'],
  ['delivered', 'was delivered. We received €59.00 on 20 Nov 2026.'],
])('an order that is %s says the promised day while it is still to come: %s', (status, end) => {
  const words = orderWords({ ...order(status, '59.00'), promised_date: '2026-12-01' }, 'EUR')
  expect(words.endsWith(end)).toBe(true)
})

test('a promised day that moved stands beside the one that the client knows', () => {
  const moved = { promised_date: '2026-12-09', day_before: '2026-12-11' }
  expect(orderWords({ ...order('in_production', '59.00'), ...moved }, 'EUR')).toMatch(
    /Your order is promised for 9 Dec 2026 \(before: 11 Dec 2026\)\.$/,
  )
})

const invoice = (rest: Partial<OpenInvoice> = {}): OpenInvoice => ({
  number: 'INV-7',
  kind: 'final',
  balance: '59.00',
  due_date: '2026-12-12',
  is_overdue: false,
  public_uuid: 'u-7',
  announced: [],
  ...rest,
})

test.each<[string, Partial<OrderOfClient>, string]>([
  ['an invoice', { open_invoices: [invoice()] }, 'Your final invoice INV-7 is open: €59.00, due on 12 Dec 2026.'],
  [
    'a late one and one without a day',
    { open_invoices: [invoice({ is_overdue: true }), invoice({ number: 'INV-8', kind: 'standard', due_date: null })] },
    'Your final invoice INV-7 is open: €59.00, was due on 12 Dec 2026. Your invoice INV-8 is open: €59.00.',
  ],
  ['what is not invoiced', { ahead: '59.00', open_invoices: [] }, 'The rest of €59.00 comes with your invoice.'],
  ['an invoice to come', { ahead: '0.00', open_invoices: [], invoice_follows: true }, 'Your invoice follows.'],
  ['nothing', { ahead: '0.00', open_invoices: [] }, 'Nothing is open.'],
])('after the delivery the client reads that %s is open', (_, rest, words) => {
  expect(orderWords({ ...order('delivered', '59.00'), ...rest }, 'EUR')).toBe(
    `Your order SO-1 was delivered. We received €59.00 on 20 Nov 2026. ${words}`,
  )
})

test('an open invoice is said in every state of its order, also with an announced transfer', () => {
  const announced = [
    { id: 'r1', amount: '59.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: ['i'] },
  ]
  for (const status of [
    'awaiting_deposit',
    'confirmed',
    'in_production',
    'ready',
    'part_delivered',
    'on_hold',
    'cancelled',
  ]) {
    const words = orderWords({ ...order(status, '0.00'), open_invoices: [invoice({ announced })] }, 'EUR')
    expect(words).toContain(
      'Your final invoice INV-7 is open: €59.00, due on 12 Dec 2026. You announced a transfer of €59.00',
    )
    expect(words).not.toContain('nothing is to be paid')
  }
})

test('no deposit is asked for that an invoice asks for already', () => {
  expect(depositLeft({ ...order('delivered', '0.00'), ahead: '0.00' })).toBe('0.00')
  expect(depositLeft({ ...order('part_delivered', '0.00'), ahead: '20.00' })).toBe('20.00')
})

test('a deposit invoice asks for the deposit once, and work begins when it is paid', () => {
  const invoice: OpenInvoice = {
    number: 'INV-1',
    kind: 'deposit',
    balance: '59.00',
    due_date: '2026-12-09',
    is_overdue: false,
    public_uuid: 'u',
    announced: [],
  }
  const asked = { ...order('awaiting_deposit', '0.00'), ahead: '118.00', open_invoices: [invoice] }
  expect([depositDue(asked), depositLeft(asked)]).toEqual(['59.00', '0.00'])
  expect(orderWords(asked, 'EUR')).toBe(
    'We have your order SO-1. Your deposit invoice INV-1 is open: €59.00, due on 9 Dec 2026. Then we begin.',
  )
})

test('an order whose rest ended says so, with what it comes to, and what of the money is free', () => {
  const ended = {
    ...order('completed', '332.42'),
    gross: '127.40',
    ended: { on: '2026-11-30', gross_before: '664.84' },
    money: { credit: '205.02', used: [], paid_back: '0.00', paid_back_on: null },
  }
  const head =
    'Your order SO-1 was delivered. The rest of it ended on 30 Nov 2026: the order comes to €127.40 instead of €664.84. ' +
    'We received €332.42 on 20 Nov 2026.'
  expect(orderWords(ended, 'EUR')).toBe(
    `${head} €205.02 of it is your credit: we use it for another invoice or pay it back.`,
  )
  const back = { credit: '0.00', used: [], paid_back: '205.02', paid_back_on: '2026-12-01' }
  expect(orderWords({ ...ended, money: back }, 'EUR')).toBe(`${head} €205.02 of it was paid back on 1 Dec 2026.`)
})

test('while a proof waits, work is not said to begin', () => {
  expect(orderWords({ ...order('confirmed', '0.00'), deposit_amount: '0.00', proof_waits: true }, 'EUR')).toBe(
    'We have your order SO-1.',
  )
})
