// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { serve, showTo } from '@/shared/ui/testing'
import type { Portal } from '../api/portal.query'
import { MyAccountScreen } from './my-account-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const quotation = {
  public_uuid: 'u-1',
  number: 'Q-2026-0142-R2',
  project_title: 'Signs for the new wing',
  status: 'sent',
  valid_until: null,
  sent_at: '2026-11-20T08:00:00Z',
  currency: 'EUR',
  gross: '118.00',
  order: null,
}
const order = {
  public_uuid: 'o-1',
  order_number: 'SO-2026-0009',
  project_title: 'Fascia',
  status: 'awaiting_deposit',
  ordered_at: '2026-11-20T08:00:00Z',
  due_date: null,
  client_po: null,
  currency: 'EUR',
  gross: '118.00',
  deposit_amount: '59.00',
  deposit_paid: '20.00',
  delivered_pct: '0.00',
  quotation: { public_uuid: 'u-2', number_with_version: 'Q-2026-0140' },
}
const portal = {
  name: 'Haber Clinic',
  currency: 'EUR',
  company,
  money: { balance: '30.40', overdue: '12.00', credit: '10.00' },
  credit_limit: null,
  terms_days: 30,
  quotations: [quotation],
  orders: [order, { ...order, order_number: 'SO-2026-0001', status: 'completed', deposit_paid: '59.00' }],
  invoices: [],
  credit_notes: [],
  deliveries: [],
  statements: [],
} as unknown as Portal

const pay = () => <p>The way to pay</p>

test('a client sees what they owe, what waits for them, and how far their orders are', async () => {
  serve(() => ({ body: portal }))
  showTo(
    'client',
    <MemoryRouter initialEntries={['/my-account']}>
      <MyAccountScreen pay={pay} />
    </MemoryRouter>,
  )
  const balance = within(await screen.findByRole('region', { name: 'Your balance' }))
  expect(balance.getByText('You owe us').parentElement?.textContent).toContain('€30.40')
  expect(balance.getByText('€12.00')).toBeTruthy()
  const waiting = within(screen.getByRole('region', { name: 'Waiting for you' }))
  expect(waiting.getByRole('link', { name: 'Look and answer' }).getAttribute('href')).toBe('/client-quotations/u-1')
  expect(waiting.getByText('Work begins when the deposit of €39.00 is paid.')).toBeTruthy()
  expect(waiting.getByRole('link', { name: 'Pay the deposit' }).getAttribute('href')).toBe('/payments/deposit/u-2')
  expect(screen.getByText('The way to pay')).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Past orders' })).getByText('SO-2026-0001')).toBeTruthy()
})

test('everything stands on one page, each thing once, and leads to its page', async () => {
  const proof = { ...{ public_uuid: 'u-7', job_id: 'j1', number: 'Q-2026-0140', title: 'Fascia proof', version: 2 } }
  const at = '2026-11-20T08:00:00Z'
  const message = { kind: 'order', public_uuid: 'o-1', number: 'SO-2026-0009', is_ours: true, name: 'Maria', at }
  const body = {
    ...portal,
    proofs: [
      { ...proof, waits: true, is_approved: false, sent_at: at, decided_at: null },
      { ...proof, job_id: 'j2', title: 'Old proof', waits: false, is_approved: true, sent_at: at, decided_at: at },
    ],
    messages: [
      { ...message, words: 'RAL 9016', is_new: true },
      { ...message, public_uuid: 'u-1', kind: 'quotation', words: 'Thank you', is_new: false },
    ],
    payments: [
      {
        ...{ number: 'PAY-1', received_on: '2026-11-20', method: 'bank', currency: 'EUR', amount: '20.00' },
        ...{ refunded: '0.00', open: '0.00', order_number: null },
        invoices: [{ number: 'INV-3', public_uuid: 'u-3' }],
      },
    ],
    briefs: [],
  }
  serve(() => ({ body }))
  showTo(
    'client',
    <MemoryRouter initialEntries={['/my-account']}>
      <MyAccountScreen pay={pay} />
    </MemoryRouter>,
  )
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for you' }))
  const answer = within(waiting.getByRole('article', { name: 'Fascia proof' }))
  expect(answer.getByRole('link', { name: 'Look and answer' }).getAttribute('href')).toBe('/mockups/u-7')
  expect(waiting.getByRole('link', { name: 'Read' }).getAttribute('href')).toBe('/my-account/orders/o-1')
  for (const once of ['Fascia proof', 'Old proof', 'RAL 9016', 'Thank you', 'PAY-1', 'INV-3', 'SO-2026-0001'])
    expect(screen.getAllByText(once)).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Messages: Show all' }).getAttribute('href')).toBe('/my-account?tab=messages')
  expect(screen.getByRole('link', { name: 'INV-3' }).getAttribute('href')).toBe('/client-invoices/u-3')
})

test('staff are told that the page is for clients', () => {
  serve(() => ({ body: null }))
  showTo(
    'sales',
    <MemoryRouter>
      <MyAccountScreen pay={pay} tab="orders" />
    </MemoryRouter>,
  )
  expect(screen.getByText('This page is for clients')).toBeTruthy()
})
