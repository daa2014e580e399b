// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { serve, showTo } from '@/shared/ui/testing'
import { PayDepositScreen } from './pay-screen'

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const order = (status: string, paid: string, rest = {}) => ({
  order_number: 'SO-1',
  status,
  deposit_amount: '59.00',
  deposit_paid: paid,
  gross: '118.00',
  paid,
  paid_on: paid === '0.00' ? null : '2026-11-20',
  ...rest,
})
const open = {
  ahead: '0.00',
  open_invoices: [
    { number: 'INV-7', kind: 'final', balance: '59.00', due_date: null, is_overdue: false, public_uuid: 'u-7' },
  ],
}

test.each([
  ['before the approval', null, 'Not approved yet', /Please approve the quotation first/],
  ['with the deposit open', order('awaiting_deposit', '0.00'), 'Pay for your order', /Deposit to pay now/],
  ['with a part of the deposit', order('awaiting_deposit', '20.00'), 'Pay for your order', /We received €20\.00/],
  ['with the deposit paid', order('confirmed', '59.00'), 'Your deposit is paid', /Nothing is to be paid now/],
  ['paid in full', order('confirmed', '118.00'), 'Everything is paid', /We received €118\.00 on 20 Nov 2026/],
  [
    'with its invoice open',
    order('delivered', '59.00', open),
    'Your invoice is open',
    /Your final invoice INV-7 is open: €59\.00\.$/,
  ],
  [
    'with an invoice being written',
    order('delivered', '59.00', { ahead: '0.00', invoice_follows: true }),
    'Your invoice follows',
    /Nothing is to be paid before it\.$/,
  ],
  ['on hold', order('on_hold', '59.00'), 'Order on hold', /It stays paid for this order/],
  ['cancelled', order('cancelled', '59.00'), 'Order cancelled', /This money is your credit/],
])('the page that pays an order %s says how it stands', async (_, of, title, words) => {
  serve(({ path }) =>
    path.includes('get_public_quotation')
      ? { body: { project_title: 'Fascia', currency: 'EUR', company, order: of } }
      : { body: { cards: true } },
  )
  showTo(
    'admin',
    <MemoryRouter>
      <PayDepositScreen quotationId={uuid} />
    </MemoryRouter>,
  )
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title)
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Pay the invoice' })?.getAttribute('href') ?? null).toBe(
    title === 'Your invoice is open' ? '/invoices/payment/u-7' : null,
  )
  const card = { name: /^Pay €.* by card$/ }
  if (title === 'Pay for your order') expect(await screen.findByRole('button', card)).toBeTruthy()
  else expect(screen.queryByRole('button', card)).toBeNull()
})

test('the button for cards is asked for beside the amount, and has its place from the first paint', async () => {
  const gate = () => {
    let open = () => {}
    const until = new Promise<void>((resolve) => (open = resolve))
    return { open, until }
  }
  const [amount, cards] = [gate(), gate()]
  const body = { project_title: 'Fascia', currency: 'EUR', company, order: order('awaiting_deposit', '0.00') }
  const calls = serve(({ path }) =>
    path.includes('get_public_quotation')
      ? { body, until: amount.until }
      : { body: { cards: true }, until: cards.until },
  )
  showTo(
    'admin',
    <MemoryRouter>
      <PayDepositScreen quotationId={uuid} />
    </MemoryRouter>,
  )
  await waitFor(() => expect(calls.some(({ path }) => path.includes('card-payment'))).toBe(true))
  amount.open()
  await screen.findByText('Deposit to pay now')
  expect(document.querySelector('[aria-busy=true]')).not.toBeNull()
  cards.open()
  expect(await screen.findByRole('button', { name: 'Pay €59.00 by card' })).toBeTruthy()
  expect(document.querySelector('[aria-busy=true]')).toBeNull()
})

test('a transfer that was announced is said after a reload in place of the ways to pay, until it is withdrawn', async () => {
  let paid = '0.00'
  let announced = [
    { id: 'r1', amount: '59.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: [] as string[] },
  ]
  const calls = serve(({ path }) => {
    if (path.includes('withdraw_transfer')) {
      announced = []
      paid = '59.00'
      return { body: null }
    }
    return path.includes('get_public_quotation')
      ? {
          body: {
            project_title: 'Fascia',
            currency: 'EUR',
            company,
            order: { ...order('awaiting_deposit', paid), announced },
          },
        }
      : { body: { cards: true } }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayDepositScreen quotationId={uuid} />
    </MemoryRouter>,
  )
  expect(
    await screen.findByText('You announced a transfer of €59.00 on 24 Nov 2026. We tell you here when it has arrived.'),
  ).toBeTruthy()
  const card = { name: /^Pay €.* by card$/ }
  expect([screen.queryByRole('button', card), screen.queryByRole('button', { name: 'I have paid' })]).toEqual([
    null,
    null,
  ])
  await user.click(screen.getByRole('button', { name: 'Pay in another way' }))
  expect(await screen.findByRole('button', card)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'I have paid' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I have not sent it' }))
  await waitFor(() => expect(screen.queryByText(/You announced/)).toBeNull())
  expect(calls.find(({ path }) => path.includes('withdraw_transfer'))?.body).toEqual({ p_id: 'r1' })
  // The deposit came meanwhile, so it is the rest that is asked for.
  await user.click(await screen.findByRole('button', card))
  await waitFor(() =>
    expect(calls.findLast(({ path, body }) => path.includes('card-payment') && 'uuid' in Object(body))?.body).toEqual({
      purpose: 'deposit',
      uuid,
      whole: true,
    }),
  )
})

test('“I have paid” leaves what was announced in its place at once', async () => {
  let isTold = false
  serve(({ path }) => {
    if (path.includes('tell_bank_transfer')) {
      isTold = true
      return { body: {} }
    }
    const announced = isTold
      ? [{ id: 'r1', amount: '59.00', currency: 'EUR', told_at: '2026-11-24T09:00:00Z', invoice_ids: [] }]
      : []
    return path.includes('get_public_quotation')
      ? {
          body: {
            project_title: 'Fascia',
            currency: 'EUR',
            company,
            order: { ...order('awaiting_deposit', '0.00'), announced },
          },
        }
      : { body: { cards: true } }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayDepositScreen quotationId={uuid} />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'I have paid' }))
  expect(await screen.findByText(/You announced a transfer of €59\.00/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'I have paid' })).toBeNull()
})

test('the client’s credit pays the deposit at once', async () => {
  let paid = '0.00'
  const calls = serve(({ path }) => {
    if (path.includes('pay_deposit_from_credit')) {
      paid = '59.00'
      return { body: { used: '59.00', left: '0.00', credit: '11.00' } }
    }
    const of = {
      ...order(paid === '0.00' ? 'awaiting_deposit' : 'confirmed', paid),
      credit: paid === '0.00' ? '70.00' : null,
    }
    return path.includes('get_public_quotation')
      ? { body: { project_title: 'Fascia', currency: 'EUR', company, order: of } }
      : { body: { cards: true } }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayDepositScreen quotationId={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('heading', { name: 'You have €70.00 of credit with us' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Use €59.00 of it' }))
  expect(await screen.findByRole('heading', { name: 'Your deposit is paid' })).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('pay_deposit_from_credit'))?.body).toEqual({ p_uuid: uuid })
})
