// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { SupplierInvoicePage } from './supplier-invoice-page'

const bill = {
  id: '40000000-0000-4000-a000-000000000001',
  supplier_id: '10000000-0000-4000-a000-000000000003',
  supplier_number: 'F-9',
  status: 'received',
  invoice_date: '2026-11-03',
  due_date: null,
  scheduled_for: null,
  currency: 'EUR',
  net: '100.00',
  vat: '18.00',
  gross: '118.00',
  paid: '0.00',
  open: '118.00',
  iban: null,
  payment_reference: null,
  discount_pct: null,
  discount_until: null,
  discount_taken: '0.00',
  file_path: null,
  file_name: null,
  read_from: null,
  note: null,
  dispute_reason: null,
  another_bill_reason: null,
  vat_confirmed_as: null,
  is_credit: false,
  credited_number: null as string | null,
  paper_currency: null as string | null,
  paper_net: null as string | null,
  paper_vat: null as string | null,
  approved_at: null,
  row_version: 1,
  supplier: { id: '10000000-0000-4000-a000-000000000003', type: 'Business', name: null, company: 'Sheets Ltd' },
  lines: [],
  payments: [] as object[],
}
let row: typeof bill
let calls: Call[]
let refused: string | null
let discount: object

beforeEach(() => {
  localStorage.clear()
  row = bill
  refused = null
  calls = serve(({ path, method, body }) => {
    if (path.includes('bill_questions'))
      return { body: { same_number: null, same_total: null, vat: null, vat_as: '18.00 of 100.00' } }
    if (path.includes('/rest/v1/supplier_invoices') && method === 'PATCH') {
      if (refused) return { status: 400, body: { code: 'PT409', message: refused } }
      row = { ...row, ...Object(body), row_version: row.row_version + 1 }
      return { body: [{ id: row.id }] }
    }
    if (path.includes('/rest/v1/supplier_invoices')) return { body: row }
    if (path.includes('bills_for_credit'))
      return {
        body: [
          {
            id: '40000000-0000-4000-a000-000000000002',
            number: 'F-7',
            due_date: '2026-12-01',
            open: '20.00',
            is_named: true,
          },
          {
            id: '40000000-0000-4000-a000-000000000003',
            number: 'F-8',
            due_date: null,
            open: '500.00',
            is_named: false,
          },
        ],
      }
    if (path.includes('account_doubt'))
      return { body: 'It is none of the accounts on the card of the supplier (… 001S).' }
    if (path.includes('bill_discount')) return { body: [discount] }
    if (path.includes('/rpc/')) return { body: [] }
    if (path.includes('/contacts')) return { body: [{ ...row.supplier }] }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const open = () =>
  showTo(
    'admin',
    <MemoryRouter>
      <SupplierInvoicePage id={bill.id} />
    </MemoryRouter>,
  )
const written = () => calls.filter(({ method }) => method === 'PATCH').map(({ path, body }) => ({ path, body }))

test('a bill is approved with the figures that are on the screen', async () => {
  const user = open()
  const net = await screen.findByRole('textbox', { name: /^Net/ })
  await user.clear(net)
  await user.type(net, '120')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(row.status).toBe('approved'))
  expect(written().map(({ body }) => body)).toEqual([{ net: '120.00' }, { status: 'approved' }])
  expect(written()[1]?.path).toContain('row_version=eq.2')
})

test('a bill says before its approval that its account is none of the supplier’s', async () => {
  row = { ...bill, iban: 'DE89370400440532013000' as unknown as null }
  open()
  expect(await screen.findByText('It is none of the accounts on the card of the supplier (… 001S).')).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('account_doubt'))?.body).toEqual({
    p_supplier_id: bill.supplier_id,
    p_iban: 'DE89370400440532013000',
  })
})

test('a bill whose figures are refused is not approved', async () => {
  const user = open()
  const net = await screen.findByRole('textbox', { name: /^Net/ })
  await user.clear(net)
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Please enter the net amount')).toBeTruthy()
  await user.type(net, '120')
  refused = 'The books of November are closed.'
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('The books of November are closed.')).toBeTruthy()
  expect(row.status).toBe('received')
})

test.each([
  { isLate: false, proposed: '231.28', sent: { p_amount: '231.28', p_discount: '4.72' } },
  { isLate: true, proposed: '236.00', sent: { p_amount: '236.00' } },
])('a payment proposes what is to be paid with the cash discount while it holds (late: $isLate)', async (one) => {
  row = { ...bill, status: 'approved', open: '236.00', gross: '236.00' }
  Object.assign(row, { discount_pct: '2.00', discount_until: '2026-12-10' })
  discount = { amount: '4.72', pays: '231.28', until: '2026-12-10', is_late: one.isLate }
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Amount/ })
  expect(amount.value).toBe(one.proposed)
  expect(screen.getByText('€231.28 with the cash discount of €4.72, until 10 Dec 2026.')).toBeTruthy()
  expect(screen.queryByLabelText('What is left is the cash discount') === null).toBe(one.isLate)
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Record payment' }))
  await waitFor(() => {
    const { p_amount, p_discount } = Object(calls.find(({ path }) => path.includes('pay_supplier_invoice'))?.body)
    expect({ p_amount, ...(p_discount ? { p_discount } : {}) }).toEqual(one.sent)
  })
})

const credit = {
  ...bill,
  status: 'approved',
  net: '-100.00',
  vat: '-18.00',
  gross: '-118.00',
  open: '-118.00',
  is_credit: true,
  credited_number: 'F-7',
}

test('an approved credit note is deducted from the invoice that it names, for what is open of both', async () => {
  row = credit
  const user = open()
  expect(await screen.findByText(/^Credit note, Sheets Ltd, €/)).toBeTruthy()
  expect(screen.queryByText('Schedule payment')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Deduct from an invoice' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('20.00'))
  await user.click(screen.getByRole('button', { name: 'Deduct' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('use_supplier_credit'))?.body).toMatchObject({
      p_credit_id: bill.id,
      p_invoice_id: '40000000-0000-4000-a000-000000000002',
      p_amount: '20.00',
    }),
  )
})

test('a credit note is corrected above zero, as its paper says it, and saved below', async () => {
  row = { ...credit, status: 'received' }
  const user = open()
  const net = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Net/ })
  expect(net.value).toBe('100.00')
  await user.clear(net)
  await user.type(net, '50')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(written().map(({ body }) => body)).toEqual([{ net: '-50.00' }]))
})

test('a deduction is taken back with a reason', async () => {
  row = {
    ...credit,
    status: 'part_paid',
    payments: [
      {
        id: 'p1',
        amount: '-20.00',
        paid_on: '2026-11-28',
        method: 'credit',
        reference: 'F-7',
        pair_id: 'd1',
        reverses_id: null,
      },
    ],
  }
  const user = open()
  expect(await screen.findByText('Partly used')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Take back the deduction of F-7' }))
  await user.type(await screen.findByRole('textbox', { name: /^Why/ }), 'Another one')
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('take_back_supplier_credit'))?.body).toEqual({
      p_id: 'd1',
      p_reason: 'Another one',
    }),
  )
})

test('a bill in pounds is not approved before its worth is said, with the rate of the day proposed', async () => {
  row = { ...bill, currency: 'GBP', net: '500.00', vat: '0.00', gross: '500.00', open: '500.00' }
  const user = open()
  const panel = await screen.findByRole('region', { name: 'Worth in the books' })
  expect(screen.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(within(panel).getByRole('button', { name: 'Say the worth' }))
  const form = await screen.findByRole('form', { name: 'Worth in the books' })
  await user.type(within(form).getByRole('textbox', { name: /^Rate: EUR for 1 GBP/ }), '1.1711')
  await waitFor(() =>
    expect(within(form).getByRole<HTMLInputElement>('textbox', { name: /^Worth in EUR/ }).value).toBe('585.55'),
  )
  await user.click(within(form).getByRole('button', { name: 'Save the worth' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('state_bill_worth'))?.body).toEqual({
      p_id: bill.id,
      p_worth: '585.55',
    }),
  )
})

test('a bill in pounds is paid in pounds, and says what that cost in the books', async () => {
  row = {
    ...bill,
    status: 'approved',
    net: '585.55',
    vat: '0.00',
    gross: '585.55',
    open: '585.55',
    paper_currency: 'GBP',
    paper_net: '500.00',
    paper_vat: '0.00',
  }
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  const form = await screen.findByRole('form', { name: 'Payment' })
  const cost = within(form).getByRole<HTMLInputElement>('textbox', { name: /^What it cost in EUR/ })
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: /^Amount/ }).value).toBe('500.00')
  expect(cost.value).toBe('585.55')
  await user.clear(cost)
  await user.type(cost, '590')
  await user.click(within(form).getByRole('button', { name: 'Record payment' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('pay_supplier_invoice'))?.body).toMatchObject({
      p_amount: '500.00',
      p_cost: '590.00',
    }),
  )
})
