// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company, exampleLines, invoiceOf } from '@/documents/paper/testing'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { PayInvoiceScreen } from './pay-screen'

const uuid = '7b1c0a52-3d5e-4f1a-8b6d-2f4c9e8a1d30'
let calls: Call[]
let takesCards: boolean
let facts: object
const isOffered = (body: unknown) => Reflect.get(Object(body), 'offered') === true
/** What a payment by card was asked for. */
const paid = () => calls.find(({ path, body }) => path.includes('card-payment') && !isOffered(body))?.body
beforeEach(() => {
  takesCards = true
  facts = {}
  calls = serve(({ path, body }) =>
    path.includes('get_public_invoice')
      ? { body: { ...invoiceOf(exampleLines), balance: '118.00', credit: '0.00', ...facts } }
      : isOffered(body)
        ? { body: { cards: takesCards } }
        : { status: 409, body: { error: 'Something of this was paid meanwhile.' } },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('another amount of an invoice is paid; while it is too much, nothing can be paid', async () => {
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayInvoiceScreen invoiceId={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('button', { name: 'Pay €118.00 by card' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Another amount' }))
  const field = screen.getByRole('textbox', { name: /Amount/ })
  await user.type(field, '200')
  expect(await screen.findByText('From €1.00 to €118.00, please')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
  await user.clear(field)
  await user.type(field, '40.10')
  expect(await screen.findByText('€77.90 stay open.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pay €40.10 by card' }))
  await waitFor(() =>
    expect(paid()).toEqual({
      purpose: 'invoice',
      uuid,
      whole: true,
      amount: '40.10',
    }),
  )
})

test('while the cash discount holds, what is left of it is proposed and paid', async () => {
  const terms = {
    pct: '2',
    days: 10,
    until: '2026-12-02',
    base: '118.00',
    amount: '2.36',
    pays: '115.64',
    is_open: true,
  }
  facts = { cash_discount: terms }
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayInvoiceScreen invoiceId={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByText('€2.36 less as cash discount if your payment is made by 2 Dec 2026.')).toBeTruthy()
  expect(
    screen.getByRole('radio', { name: 'Until 2 Dec 2026: €115.64 to pay (2 % cash discount: €2.36 less)' }),
  ).toHaveProperty('checked', true)
  await user.click(screen.getByRole('radio', { name: /All that is open/ }))
  expect(await screen.findByRole('button', { name: 'Pay €118.00 by card' })).toBeTruthy()
  // A cent more than the discount asks for settles the invoice too.
  await user.click(screen.getByRole('radio', { name: 'Another amount' }))
  await user.type(screen.getByRole('textbox', { name: /Amount/ }), '115.65')
  expect(await screen.findByText('€2.35 less as cash discount if your payment is made by 2 Dec 2026.')).toBeTruthy()
  expect(screen.queryByText(/stay open/)).toBeNull()
  await user.click(screen.getByRole('radio', { name: /cash discount/ }))
  await user.click(await screen.findByRole('button', { name: 'Pay €115.64 by card' }))
  await waitFor(() =>
    expect(paid()).toMatchObject({
      amount: '115.64',
    }),
  )
})

test('credit that is used lowers what the choice pays at once, and that is what is asked for', async () => {
  const early = (amount: string, pays: string) => ({
    cash_discount: { pct: '2', days: 10, until: '2026-12-10', base: '118.00', amount, pays, is_open: true },
  })
  facts = { ...early('2.36', '115.64'), credit: '10.00' }
  const user = showTo(
    'admin',
    <MemoryRouter>
      <PayInvoiceScreen invoiceId={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('button', { name: 'Pay €115.64 by card' })).toBeTruthy()
  facts = { ...early('2.36', '105.64'), balance: '108.00' }
  await user.click(screen.getByRole('button', { name: 'Use €10.00 of it' }))
  expect(await screen.findByRole('radio', { name: /^Until 10 Dec 2026: €105.64/, checked: true })).toBeTruthy()
  expect(screen.getByText('Amount').nextElementSibling?.textContent).toContain('€105.64')
  await user.click(screen.getByRole('button', { name: 'Pay €105.64 by card' }))
  await waitFor(() => expect(paid()).toMatchObject({ amount: '105.64' }))
})

test('credit that covers what is left with the cash discount is offered so far and no further', async () => {
  const discount = {
    pct: '2',
    days: 10,
    until: '2026-12-10',
    base: '118.00',
    amount: '2.36',
    pays: '115.64',
    is_open: true,
  }
  facts = { cash_discount: discount, credit: '600.00' }
  showTo(
    'admin',
    <MemoryRouter>
      <PayInvoiceScreen invoiceId={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByRole('button', { name: 'Use €115.64 of it' })).toBeTruthy()
  expect(screen.getByText(/^It pays this invoice in full\. €2\.36 less as cash discount/)).toBeTruthy()
})

test('only what the company set up is offered: without cards the transfer, without an account nothing but how to reach it', async () => {
  takesCards = false
  const show = () =>
    showTo(
      'admin',
      <MemoryRouter>
        <PayInvoiceScreen invoiceId={uuid} />
      </MemoryRouter>,
    )
  show()
  expect(await screen.findByRole('heading', { name: 'Pay by bank transfer' })).toBeTruthy()
  await waitFor(() => expect(calls.some(({ body }) => isOffered(body))).toBe(true))
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
  cleanup()
  facts = { company: { ...company, iban: null, phone: '+356 5550' } }
  show()
  expect(await screen.findByText(/^This cannot be paid here yet\. Please reach us by \+356 5550/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
  cleanup()
  facts = {
    company: { ...company, iban: null, bank_fields: 'routing', bank_code: '021000021', account_number: '12345678' },
  }
  show()
  expect(await screen.findByText('12345678')).toBeTruthy()
  expect(screen.queryByText(/^This cannot be paid here yet/)).toBeNull()
})

test('an invoice that was credited is not said to be paid', async () => {
  facts = { balance: '0.00', paid: '0.00', credited: '118.00' }
  showTo(
    'admin',
    <MemoryRouter>
      <PayInvoiceScreen invoiceId={uuid} />
    </MemoryRouter>,
  )
  expect(await screen.findByText('Nothing is to be paid now')).toBeTruthy()
  expect(screen.queryByText('Everything is paid')).toBeNull()
})

test('an invoice that names another bank account is paid to that of today, with its holder, and the page says so', async () => {
  facts = {
    pay_to: {
      account_holder: 'Northwind Signs',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFF',
      bank_name: null,
      is_changed: true,
    },
  }
  showTo(
    'admin',
    <MemoryRouter>
      <PayInvoiceScreen invoiceId={uuid} />
    </MemoryRouter>,
  )
  expect(
    await screen.findByText(
      'Please pay to Northwind Signs, IBAN DE89 3704 0044 0532 0130 00, BIC COBADEFF: our account has changed.',
    ),
  ).toBeTruthy()
  const transfer = await screen.findByRole('region', { name: 'Pay by bank transfer' })
  expect(transfer.textContent).toContain('Northwind Signs')
  expect(transfer.textContent).toContain('DE89 3704 0044 0532 0130 00')
  expect(transfer.textContent).not.toContain('MT84')
})
