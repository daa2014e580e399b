// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { PayStatement } from './pay-statement'

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
const invoice = (id: string, balance: string) => ({
  id,
  number: `INV-2026-${id}`,
  due_date: '2026-11-01',
  project_title: null,
  is_overdue: true,
  balance,
})

let calls: Call[]
let credit: string
let announced: object[]
let discount: object | null
const isOffered = (body: unknown) => Reflect.get(Object(body), 'offered') === true
beforeEach(() => {
  credit = '0.00'
  announced = []
  discount = null
  calls = serve(({ path, body }) =>
    path.includes('get_public_statement')
      ? {
          body: {
            number: 'ST-2026-0001',
            currency: 'EUR',
            credit,
            announced,
            company,
            payable: [{ ...invoice('0001', '10.10'), cash_discount: discount }, invoice('0002', '20.20')],
          },
        }
      : isOffered(body)
        ? { body: { cards: true } }
        : { status: 409, body: { error: 'Something of this was paid meanwhile.' } },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('what is ticked is what is paid, by card and by transfer; a refusal is said and nothing is lost', async () => {
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayStatement uuid={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('button', { name: 'Pay €30.30 by card' })).toBeTruthy()
  expect(screen.getByText('ST-2026-0001')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /INV-2026-0001/ }))
  // A part is named by its invoices.
  expect(screen.getAllByText('INV-2026-0002').length).toBeGreaterThan(1)
  await user.click(screen.getByRole('button', { name: 'Pay €20.20 by card' }))
  await waitFor(() =>
    expect(calls.find(({ path, body }) => path.includes('card-payment') && !isOffered(body))?.body).toEqual({
      purpose: 'statement',
      uuid,
      invoices: ['0002'],
    }),
  )
  expect(await screen.findByText('Something of this was paid meanwhile.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /All 2/ }))
  await user.click(screen.getByRole('checkbox', { name: /All 2/ }))
  expect(screen.getByText('Please choose at least one invoice.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
})

test('the credit of the client is used first: what is asked is what it leaves, and nothing where it covers all', async () => {
  credit = '20.20'
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayStatement uuid={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('button', { name: 'Pay €10.10 by card' })).toBeTruthy()
  expect(screen.getByText('€30.30 less €20.20 of your credit, which is used first.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: /INV-2026-0001/ }))
  expect(screen.getByText('Your credit of €20.20 covers this. There is nothing to pay.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
})

test('an invoice whose transfer is announced is not asked for again; where all are, the form stands behind a link', async () => {
  const told = (...ids: string[]) => ({
    id: 'r1',
    amount: '10.10',
    currency: 'EUR',
    told_at: '2026-11-24T09:00:00Z',
    invoice_ids: ids,
  })
  announced = [told('0001')]
  const page = (
    <MemoryRouter>
      <PayStatement uuid={uuid} />
    </MemoryRouter>
  )
  showTo('admin', page)
  expect(await screen.findByRole('button', { name: 'Pay €20.20 by card' })).toBeTruthy()
  expect(screen.getByText(/You announced a transfer of €10\.10 on 24 Nov 2026/)).toBeTruthy()
  expect(screen.getByRole('checkbox', { name: /INV-2026-0001.*transfer announced/ })).toHaveProperty('checked', false)
  cleanup()

  announced = [told('0001', '0002')]
  const user = showTo('admin', page)
  expect(await screen.findByText(/You announced a transfer/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Pay another amount' }))
  expect(await screen.findByRole('button', { name: 'Pay €30.30 by card' })).toBeTruthy()
})

test('what is in time for its cash discount is paid less it, beside credit too', async () => {
  discount = { pct: '2', days: 8, until: '2026-12-03', base: '10.10', amount: '0.20', pays: '9.90', is_open: true }
  const page = (
    <MemoryRouter>
      <PayStatement uuid={uuid} />
    </MemoryRouter>
  )
  showTo('admin', page)
  expect(await screen.findByRole('button', { name: 'Pay €30.10 by card' })).toBeTruthy()
  expect(
    screen.getByText('Until 3 Dec 2026: €9.90 to pay (2 % cash discount: €0.20 less) · All that is open: €10.10'),
  ).toBeTruthy()
  cleanup()
  credit = '1.00'
  showTo('admin', page)
  expect(await screen.findByRole('button', { name: 'Pay €29.10 by card' })).toBeTruthy()
})
