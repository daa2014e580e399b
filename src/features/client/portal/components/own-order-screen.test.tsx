// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { serve, showTo } from '@/shared/ui/testing'
import { OwnOrderScreen } from './own-order-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
const line = {
  id: 'l1',
  kind: 'item',
  description: 'Fascia panel',
  details: null,
  qty: '2.0000',
  unit: 'm2',
  width_mm: '2100.00',
  height_mm: '1200.00',
  unit_price: '58.0000',
  discount_pct: '0.00',
  charged_qty: '5.0400',
  net: '292.32',
  vat_rate: '18.00',
  vat_treatment: 'standard',
  qty_delivered: '1.0000',
}
const order = {
  company,
  public_uuid: uuid,
  order_number: 'SO-2026-0009',
  project_title: 'Shop front',
  status: 'part_delivered',
  ordered_at: '2026-11-20T08:00:00Z',
  due_date: '2999-12-04',
  client_po: 'PO 4711',
  currency: 'EUR',
  net: '292.32',
  vat: '52.61',
  gross: '344.93',
  deposit_amount: '100.00',
  deposit_paid: '100.00',
  paid: '100.00',
  paid_on: '2026-11-21',
  announced: [],
  site: null,
  quotation: { public_uuid: 'u-2', number_with_version: 'Q-2026-0140', has_proofs: true },
  lines: [line],
  deliveries: [],
  invoices: [],
}

function open(answer: unknown) {
  serve(({ path }) => ({ body: path.includes('/rpc/own_order') ? answer : null }))
  showTo(
    'client',
    <MemoryRouter>
      <OwnOrderScreen id={uuid} pay={() => <p>The way to pay</p>} />
    </MemoryRouter>,
  )
}

test('a client reads what was ordered, how far it is, for which day, and opens its papers', async () => {
  open(order)
  expect((await screen.findByRole('heading', { level: 1, name: 'SO-2026-0009' })).textContent).toBe('SO-2026-0009')
  const going = within(await screen.findByRole('region', { name: 'How it is going' }))
  expect(going.getByText('Part delivered')).toBeTruthy()
  expect(
    going.getByText(/A part of your order SO-2026-0009 was delivered.*We received €100\.00 on 21 Nov 2026/),
  ).toBeTruthy()
  expect(going.getByText('4 Dec 2999')).toBeTruthy()
  expect(going.getByRole('link', { name: 'Q-2026-0140' }).getAttribute('href')).toBe('/client-quotations/u-2')
  expect(going.getByRole('link', { name: 'Proofs' }).getAttribute('href')).toBe('/mockups/u-2')
  const ordered = within(screen.getByRole('region', { name: 'What you ordered' }))
  expect(ordered.getByText(/^2 × .* · 1 of 2 delivered$/)).toBeTruthy()
  expect(ordered.getAllByText('€292.32')).toHaveLength(2)
  expect(ordered.getByText('€344.93')).toBeTruthy()
})

test('a deposit that is open is asked for where the order is', async () => {
  open({ ...order, status: 'awaiting_deposit', deposit_paid: '0.00', paid: '0.00', paid_on: null })
  expect((await screen.findByRole('link', { name: 'Pay the deposit' })).getAttribute('href')).toBe(
    '/payments/deposit/u-2',
  )
})

test('a client sees where the work stands, and that the order is on hold without a way', async () => {
  const works = [
    { work: 'artwork', done: 3, running: 0, of: 3 },
    { work: 'printing', done: 1, running: 1, of: 3 },
    { work: 'finishing', done: 1, running: 0, of: 2 },
  ]
  const stage = { is_held: true, ready: 1, of: 3, works }
  open({ ...order, status: 'in_production', stage })
  const way = within(await screen.findByRole('list', { name: 'Where it stands' }))
  expect(way.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'Ordered, done',
    'Artwork, done',
    'Printing1 of 3 lines done, now',
    'Finishing1 of 2 lines done, begun',
    'Ready, still to come',
    'Delivered, still to come',
  ])
  expect(screen.getByText('1 of 3 ready')).toBeTruthy()
  expect(screen.getByText('Work on a part of it is on hold for the moment.')).toBeTruthy()
  cleanup()
  open({ ...order, status: 'on_hold', stage: null })
  await screen.findByRole('region', { name: 'How it is going' })
  expect(screen.queryByRole('list', { name: 'Where it stands' })).toBeNull()
})

test('a delivered order is ordered again by one request, with the price of today where it is known', async () => {
  const answers = { net: '310.00', asked_at: null as string | null }
  const calls = serve(({ path }) => {
    if (path.includes('/rpc/order_again')) {
      answers.asked_at = '2026-11-29T08:00:00Z'
      return { body: 'Q-1' }
    }
    return { body: path.includes('/rpc/own_order') ? { ...order, status: 'delivered', again: { ...answers } } : null }
  })
  const user = showTo(
    'client',
    <MemoryRouter>
      <OwnOrderScreen id={uuid} pay={() => null} />
    </MemoryRouter>,
  )
  const again = await screen.findByRole('region', { name: 'Order again' })
  expect(again.textContent).toContain('costs €310.00 today, without')
  await user.dblClick(within(again).getByRole('button', { name: 'Order again' }))
  expect(await screen.findByText(/You asked for it again on 29 Nov 2026/)).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('/rpc/order_again')).map(({ body }) => body)).toEqual([
    { p_uuid: uuid },
  ])
})

test('the order of somebody else is not here', async () => {
  open(null)
  expect(await screen.findByText('This order is not here')).toBeTruthy()
})

test('after the delivery the client reads that the invoice is open, and pays it', async () => {
  const open_invoices = [
    {
      number: 'INV-7',
      kind: 'final',
      balance: '244.93',
      due_date: '2999-12-12',
      is_overdue: false,
      public_uuid: 'u-7',
    },
  ]
  open({ ...order, status: 'delivered', ahead: '0.00', open_invoices })
  const going = within(await screen.findByRole('region', { name: 'How it is going' }))
  expect(going.getByText(/Your final invoice INV-7 is open: €244\.93, due on 12 Dec 2999\.$/)).toBeTruthy()
  expect(going.getByRole('link', { name: 'Pay the invoice' }).getAttribute('href')).toBe('/invoices/payment/u-7')
})
