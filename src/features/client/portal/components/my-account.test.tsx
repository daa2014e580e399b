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
  expect(screen.queryByText('SO-2026-0001')).toBeNull()
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
