import { expect, test } from 'vitest'
import { textsOfPart } from '@/shared/domain/texts/part'
import { englishPageWords } from '@/shared/domain/texts/pages/words'
import { portalPart } from '@/shared/domain/texts/portal/part'
import { orderWaits as orderWaitsIn, quotationWaits as quotationWaitsIn } from './what-waits'

const words = { say: textsOfPart(portalPart, 'en', null), page: englishPageWords }
const orderWaits = (order: Parameters<typeof orderWaitsIn>[0], today: string) => orderWaitsIn(order, today, words)
const quotationWaits = (quotation: Parameters<typeof quotationWaitsIn>[0], today: string) =>
  quotationWaitsIn(quotation, today, words)

const quotation = {
  status: 'sent',
  valid_until: '2026-12-20',
  public_uuid: 'u-1',
  currency: 'EUR',
  order: { status: 'awaiting_deposit', deposit_amount: '100.00', deposit_paid: '40.00' },
}

test('a sent quotation waits for an answer until its last day, and no longer', () => {
  expect(quotationWaits(quotation, '2026-12-20')).toEqual({
    words: expect.stringMatching(/^We wait for your answer until .*2026\.$/),
    action: { label: 'Look and answer', href: '/client-quotations/u-1' },
  })
  expect(quotationWaits(quotation, '2026-12-21')?.action).toBeNull()
  expect(quotationWaits({ ...quotation, status: 'rejected' }, '2026-12-01')).toBeNull()
})

test('an approved quotation and its order wait for what is left of the deposit, until it is paid', () => {
  const paid = { status: 'confirmed', deposit_amount: '100.00', deposit_paid: '100.00' }
  const rest = {
    words: 'Work begins when the deposit of €60.00 is paid.',
    action: { label: 'Pay the deposit', href: '/payments/deposit/u-1' },
  }
  expect(quotationWaits({ ...quotation, status: 'converted' }, '2027-01-01')).toEqual(rest)
  expect(quotationWaits({ ...quotation, status: 'converted', order: paid }, '2027-01-01')).toBeNull()
  const order = { ...quotation.order, currency: 'EUR', due_date: null, quotation: { public_uuid: 'u-1' } }
  expect(orderWaits(order, '2026-11-20')).toEqual(rest)
  expect(orderWaits({ ...order, deposit_paid: '100.00', status: 'ready' }, '2026-11-20')?.action).toBeNull()
  expect(orderWaits({ ...order, status: 'cancelled' }, '2026-11-20')).toBeNull()
  // An order on hold asks for no payment.
  expect(orderWaits({ ...order, status: 'on_hold' }, '2026-11-20')?.action).toBeNull()
  expect(
    quotationWaits(
      { ...quotation, status: 'converted', order: { ...quotation.order, status: 'on_hold' } },
      '2026-11-20',
    ),
  ).toBeNull()
})

test('an order is planned for a day to come; of a day that has passed it says so', () => {
  const order = {
    ...quotation.order,
    deposit_paid: '100.00',
    status: 'in_production',
    currency: 'EUR',
    due_date: '2026-11-20',
    quotation: null,
  }
  expect(orderWaits(order, '2026-11-20')?.words).toBe('Planned for 20 Nov 2026.')
  expect(orderWaits(order, '2026-11-21')?.words).toBe(
    'It was planned for 20 Nov 2026 and is not ready yet. Ask us for the new day.',
  )
})

test('a deposit whose transfer is announced is not asked for again', () => {
  const announced = [{ id: 'r1', amount: '60.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: [] }]
  const deposit = { status: 'awaiting_deposit', deposit_amount: '100.00', deposit_paid: '40.00', announced }
  const announcement =
    'You announced a transfer of €60.00 on 24 Nov 2026. We tell you here when it has arrived. Then work begins.'
  expect(quotationWaits({ ...quotation, status: 'converted', order: deposit }, '2026-11-20')).toEqual({
    words: announcement,
    action: null,
  })
  const order = { ...deposit, currency: 'EUR', due_date: null, quotation: { public_uuid: 'u-1' } }
  expect(orderWaits(order, '2026-11-20')).toEqual({ words: announcement, action: null })
})

test('an order waits for its deposit as long as the invoice over it is open', () => {
  const open_invoices = [
    {
      number: 'INV-1',
      kind: 'deposit',
      balance: '60.00',
      due_date: '2026-11-20',
      is_overdue: false,
      public_uuid: 'v-1',
      announced: [],
    },
  ]
  const order = {
    ...quotation.order,
    open_invoices,
    currency: 'EUR',
    due_date: '2026-12-01',
    quotation: { public_uuid: 'u-1' },
  }
  expect(orderWaits(order, '2026-11-20')).toEqual({
    words: 'Work begins when the deposit of €60.00 is paid.',
    action: { label: 'Pay the deposit', href: '/payments/deposit/u-1' },
  })
})
