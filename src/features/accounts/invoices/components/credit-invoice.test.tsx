// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { CreditInvoice } from './credit-invoice'
import { DraftDeposits } from './draft-deposits'
import type { Invoice } from '../api/invoice.query'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const totals = (net: string, vat: string, gross: string, discount = '0.00', deposit = '0.00') => ({
  net,
  vat,
  gross,
  discount,
  deposit,
  rates: [],
  papers: [],
})

test('an amount with VAT is credited, with its total shown before it is made', async () => {
  const calls = serve(({ path, body }) => {
    if (path.includes('invoice_items'))
      return {
        body: [{ id: 'a', description: 'Banner', qty: '1', vat: null, net: '100.00', credit_note_items: [] }],
      }
    if (path.includes('credit_left'))
      return { body: [{ vat_rate: '18.00', vat_treatment: 'standard', net: '100.00', gross: '118.00' }] }
    if (path.includes('credit_totals'))
      return {
        body: Reflect.has(Object(body), 'p_amounts')
          ? totals('50.00', '9.00', '59.00')
          : totals('100.00', '18.00', '118.00'),
      }
    return { body: 'note' }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <CreditInvoice invoiceId="i" currency="EUR" onClose={() => {}} />
    </MemoryRouter>,
  )
  expect(await screen.findByText('€118.00')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Why/ }), 'Late')
  await user.click(screen.getByRole('combobox', { name: /^Credit/ }))
  await user.click(await screen.findByRole('option', { name: 'An amount with VAT' }))
  await user.type(screen.getByRole('textbox', { name: /VAT 18 %/ }), '59')
  expect(await screen.findByText('€59.00')).toBeTruthy()
  expect(screen.getByText('€50.00 net, €9.00 VAT.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make credit note' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('credit_by_amount'))?.body).toMatchObject({
      p_invoice_id: 'i',
      p_reason: 'Late',
      p_amounts: [{ vat_rate: '18', vat_treatment: 'standard', amount: '59.00' }],
      p_is_gross: true,
    }),
  )
})

test('what of the discount and of the deposit goes with credited lines is said before the note is made', async () => {
  serve(({ path }) => {
    if (path.includes('invoice_items'))
      return { body: [{ id: 'a', description: 'Banner', qty: '1', vat: null, net: '100.00', credit_note_items: [] }] }
    if (path.includes('credit_left')) return { body: [] }
    return { body: totals('40.00', '7.20', '47.20', '10.00', '50.00') }
  })
  showTo(
    'admin',
    <MemoryRouter>
      <CreditInvoice invoiceId="i" currency="EUR" onClose={() => {}} />
    </MemoryRouter>,
  )
  expect(
    await screen.findByText(
      '€40.00 net, €7.20 VAT. The lines take their share of the discount with them: €10.00 less. ' +
        'The deducted deposit goes back with them: €50.00 net less. It can be deducted again.',
    ),
  ).toBeTruthy()
})

test('everything of the last invoice of an order takes its deposit back as well, unless it is kept for the order', async () => {
  const paper = (id: string, is_along: boolean, gross: string) => ({
    id,
    is_along,
    invoice_number: `INV-${id}`,
    gross,
  })
  const calls = serve(({ path, body }) => {
    if (path.includes('invoice_items'))
      return { body: [{ id: 'a', description: 'Banner', qty: '1', vat: null, net: '100.00', credit_note_items: [] }] }
    if (path.includes('credit_left')) return { body: [] }
    if (path.includes('credit_totals'))
      return {
        body: Reflect.has(Object(body), 'p_deposits')
          ? {
              ...totals('100.00', '18.00', '118.00', '0.00', '15.10'),
              papers: [paper('2', false, '100.18'), paper('1', true, '17.82')],
            }
          : {
              ...totals('84.90', '15.28', '100.18', '0.00', '15.10'),
              papers: [paper('2', false, '100.18')],
            },
      }
    return { body: 'note' }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <CreditInvoice invoiceId="i" currency="EUR" onClose={() => {}} />
    </MemoryRouter>,
  )
  expect(
    await screen.findByText(
      '€100.00 net, €18.00 VAT. €17.82 of the deposit INV-1 goes back as well, as its own credit note.',
    ),
  ).toBeTruthy()
  expect(screen.getByText('€118.00')).toBeTruthy()
  const made = () => calls.filter(({ path }) => path.includes('make_credit_note')).map(({ body }) => body)
  await user.type(screen.getByRole('textbox', { name: /^Why/ }), 'Closed')
  await user.click(screen.getByRole('button', { name: 'Make credit note' }))
  await waitFor(() => expect(made()).toMatchObject([{ p_invoice_id: 'i', p_deposits: true }]))
})

test('a deposit that is kept for the order is not credited with everything', async () => {
  const paper = { id: 'n', is_along: true, invoice_number: 'INV-1', gross: '17.82' }
  const calls = serve(({ path, body }) => {
    if (path.includes('invoice_items'))
      return { body: [{ id: 'a', description: 'Banner', qty: '1', vat: null, net: '100.00', credit_note_items: [] }] }
    if (path.includes('credit_left')) return { body: [] }
    if (path.includes('credit_totals'))
      return {
        body: Reflect.has(Object(body), 'p_deposits')
          ? { ...totals('100.00', '18.00', '118.00', '0.00', '15.10'), papers: [paper] }
          : totals('84.90', '15.28', '100.18', '0.00', '15.10'),
      }
    return { body: 'note' }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <CreditInvoice invoiceId="i" currency="EUR" onClose={() => {}} />
    </MemoryRouter>,
  )
  await user.type(await screen.findByRole('textbox', { name: /^Why/ }), 'Closed')
  await user.click(screen.getByRole('combobox', { name: /^Deducted deposit/ }))
  await user.click(await screen.findByRole('option', { name: 'Stays for the order' }))
  expect(
    await screen.findByText('€84.90 net, €15.28 VAT. The deducted deposit stays for the order: €15.10 net less.'),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Make credit note' }))
  await waitFor(() => expect(calls.some(({ path }) => path.includes('make_credit_note'))).toBe(true))
  expect(calls.find(({ path }) => path.includes('make_credit_note'))?.body).not.toHaveProperty('p_deposits')
})

test('a credited deposit invoice takes no other deposit along', async () => {
  const paper = { id: 'n', is_along: false, invoice_number: 'INV-1', gross: '177.00', kind: 'deposit' }
  serve(({ path }) => {
    if (path.includes('invoice_items'))
      return {
        body: [{ id: 'a', description: 'Deposit', qty: '1', vat: null, net: '150.00', credit_note_items: [] }],
      }
    if (path.includes('credit_left')) return { body: [] }
    return { body: { ...totals('150.00', '27.00', '177.00', '0.00', '0.00'), papers: [paper] } }
  })
  showTo(
    'admin',
    <MemoryRouter>
      <CreditInvoice invoiceId="i" currency="EUR" onClose={() => {}} />
    </MemoryRouter>,
  )
  expect(await screen.findByText('€150.00 net, €27.00 VAT.')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: /^Deducted deposit/ })).toBeNull()
})

test('a draft says by rate what each deposit takes off, and leaves out the one that is not ticked', async () => {
  const rate = { vat_rate: '18.00', vat_treatment: 'standard', left: '50.00', deducted: '50.00', deducted_vat: '9.00' }
  const calls = serve(({ path }) =>
    path.includes('draft_deposits')
      ? {
          body: [
            {
              id: 'd1',
              number: 'INV-1',
              issue_date: '2026-11-01',
              order_number: 'SO-1',
              is_skipped: false,
              rates: [rate],
            },
            {
              id: 'd2',
              number: 'INV-2',
              issue_date: '2026-11-02',
              order_number: 'SO-1',
              is_skipped: true,
              rates: [{ ...rate, deducted: '0.00', deducted_vat: '0.00' }],
            },
            {
              id: 'p3',
              number: 'RCPT-3',
              issue_date: '2026-11-03',
              order_number: 'SO-1',
              is_skipped: false,
              rates: [],
              kept: '70.00',
            },
            {
              id: 'd4',
              number: 'INV-4',
              issue_date: '2026-11-04',
              order_number: 'SO-1',
              is_skipped: false,
              rates: [{ ...rate, left: '0.00', deducted: '0.00', deducted_vat: '0.00' }],
              drafts: ['other'],
            },
          ],
        }
      : { body: null },
  )
  const user = showTo(
    'admin',
    <MemoryRouter>
      <DraftDeposits row={{ id: 'i', currency: 'EUR' } as Invoice} />
    </MemoryRouter>,
  )
  expect(await screen.findByText(/18 %: −€50\.00 net, −€9\.00 VAT\./)).toBeTruthy()
  expect(screen.getByText('Not deducted: €50.00 net wait for another invoice.')).toBeTruthy()
  expect(screen.getByText('€70.00 are set against the amount due when the invoice is issued.')).toBeTruthy()
  expect(screen.getByText(/Another draft of its order deducts it\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open that draft' }).getAttribute('href')).toMatch(/other$/)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^INV-4/ }).disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /^INV-1/ }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('skip_deposits'))?.body).toEqual({
      p_invoice_id: 'i',
      p_deposits: ['d2', 'd1'],
    }),
  )
})

test('what becomes of it is asked: an unpaid invoice is invoiced again, and where money came somebody chooses', async () => {
  const calls = serve(({ path }) => {
    if (path.includes('invoice_items'))
      return {
        body: [
          {
            id: 'a',
            order_item_id: 'o',
            description: 'Banner',
            qty: '1',
            vat: null,
            net: '100.00',
            credit_note_items: [],
          },
        ],
      }
    if (path.includes('credit_left')) return { body: [] }
    if (path.includes('credit_totals'))
      return {
        body: {
          ...totals('100.00', '18.00', '118.00'),
          papers: [1, 2].map((id) => ({
            id: `${id}`,
            is_along: id === 2,
            invoice_number: `INV-${id}`,
            gross: '59.00',
          })),
        },
      }
    return { body: 'note' }
  })
  const dialog = (isPaid: boolean) => (
    <MemoryRouter>
      <CreditInvoice invoiceId={`i-${isPaid}`} isPaid={isPaid} currency="EUR" onClose={() => {}} />
    </MemoryRouter>
  )
  const made = () => calls.filter(({ path }) => path.includes('make_credit_note')).map(({ body }) => body)
  const user = showTo('admin', dialog(false))
  expect(await screen.findByText('The 2 credit notes come to')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: /^Why/ }), 'Wrong VAT number')
  await user.click(screen.getByRole('button', { name: 'Make credit note' }))
  // What is invoiced again leaves its deposit to the next invoice.
  await waitFor(() => expect(made()).toMatchObject([{ p_again: true }]))
  expect(made()[0]).not.toHaveProperty('p_deposits')
  cleanup()
  const again = showTo('admin', dialog(true))
  await again.type(await screen.findByRole('textbox', { name: /^Why/ }), 'A gift')
  await again.click(screen.getByRole('button', { name: 'Make credit note' }))
  expect(await screen.findByText('Please choose what becomes of it')).toBeTruthy()
  await again.click(screen.getByRole('combobox', { name: /What becomes of it/ }))
  await again.click(await screen.findByRole('option', { name: 'It is not charged' }))
  await again.click(screen.getByRole('button', { name: 'Make credit note' }))
  await waitFor(() => expect(made()[1]).toMatchObject({ p_again: false, p_deposits: true }))
})
