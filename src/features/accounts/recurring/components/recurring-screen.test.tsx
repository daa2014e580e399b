// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { grossOf, scheduleText } from '../recurring'
import { RulePage } from './rule-page'

const id = 'ea000000-0000-4000-a000-000000000001'
const rule = {
  id,
  direction: 'out',
  title: 'Workshop rent',
  every: 'month',
  starts_on: '2026-01-31',
  day_of_month: 31,
  ends_on: null,
  days_before: 0,
  amount: '900.00',
  iban: null,
  payment_reference: null,
  note: null,
  is_paused: false,
  next_on: '2099-11-30',
  last_error: null as string | null,
  row_version: 2,
  contact_id: 'contact-1',
  vat_rate_id: null,
  contact: { id: 'contact-1', type: 'Business', name: 'Estates', last_name: null, company: 'Estates' },
  vat: { label: 'Standard', rate: '18.00' },
}
let calls: Call[]
let stored: typeof rule
beforeEach(() => {
  localStorage.clear()
  stored = rule
  calls = serve(({ path, method }) => {
    if (path.includes('/recurring_payments')) return { body: method === 'GET' ? stored : [{ id }] }
    if (path.includes('/rpc/recurring_dates')) return { body: ['2099-11-30', '2099-12-31'] }
    if (path.includes('/rpc/skip_recurring')) return { body: '2099-12-31' }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const show = () =>
  showTo(
    'admin',
    <MemoryRouter>
      <RulePage id={id} />
    </MemoryRouter>,
  )

test('a rule says its days and what it costs; the next one is skipped by its day', async () => {
  const user = show()
  expect(await screen.findByText('€1,062.00')).toBeTruthy()
  expect(await screen.findByText('31 Dec 2099')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Skip 30 Nov 2099' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('skip_recurring')).map(({ body }) => body)).toEqual([
      { p_id: id, p_period: '2099-11-30' },
    ]),
  )
})

test('a rule that could not be made says why above everything', async () => {
  stored = { ...rule, last_error: 'The supplier has an invoice with this number already' }
  show()
  expect((await screen.findByRole('alert')).textContent).toContain(
    'It could not be made: The supplier has an invoice with this number already',
  )
})

test('schedules in words, and VAT rounded down to cents', () => {
  expect(
    [
      { every: 'week', starts_on: '2026-11-24', day_of_month: null },
      { every: 'month', starts_on: '2026-11-24', day_of_month: 31 },
      { every: 'quarter', starts_on: '2026-11-24', day_of_month: null },
      { every: 'year', starts_on: '2026-03-01', day_of_month: null },
    ].map(scheduleText),
  ).toEqual(['Every week on Tuesday', 'Every month on day 31', 'Every quarter on day 24', 'Every year on 1 March'])
  expect(['10.03', '0.01', '900.00'].map((net) => grossOf(net, '18.00'))).toEqual(['11.83', '0.01', '1062.00'])
})
