// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
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

const order = (status: string, paid: string) => ({
  order_number: 'SO-1',
  status,
  deposit_amount: '59.00',
  deposit_paid: paid,
  gross: '118.00',
  paid,
  paid_on: paid === '0.00' ? null : '2026-11-20',
})

test.each([
  ['before the approval', null, 'Not approved yet', /Please approve the quotation first/],
  ['with the deposit open', order('awaiting_deposit', '0.00'), 'Pay for your order', /Deposit to pay now/],
  ['with a part of the deposit', order('awaiting_deposit', '20.00'), 'Pay for your order', /We received €20\.00/],
  ['with the deposit paid', order('confirmed', '59.00'), 'Your deposit is paid', /Nothing is to be paid now/],
  ['paid in full', order('confirmed', '118.00'), 'Everything is paid', /We received €118\.00 on 20 Nov 2026/],
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
  const card = { name: /^Pay €.* by card$/ }
  if (title === 'Pay for your order') expect(await screen.findByRole('button', card)).toBeTruthy()
  else expect(screen.queryByRole('button', card)).toBeNull()
})
