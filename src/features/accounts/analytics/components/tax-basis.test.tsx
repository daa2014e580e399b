// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { basisOfPeriod, basisText, ruleOfCountry, TaxBasisPanel } from './tax-basis'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const none = {
  cash_basis_from: null,
  cash_basis_to: null,
  cash_basis_purchases_from: null,
  cash_basis_purchases_to: null,
}

test('which sales and purchases count with their money is said, and changed with a first day', async () => {
  const calls = serve(({ method }) => ({
    body: method === 'GET' ? none : [{ id: 1 }],
  }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <TaxBasisPanel />
    </MemoryRouter>,
    ['invoices', 'payments', 'supplier-invoices'],
  )
  const panel = within(await screen.findByRole('region', { name: 'When VAT counts' }))
  expect(panel.getByText('On the date of the invoice.')).toBeTruthy()
  expect(panel.getByText('On the date of the bill.')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog'))
  const saved = () => calls.filter(({ method }) => method === 'PATCH')
  await user.type(dialog.getByRole('textbox', { name: 'Sales: last day of these invoices' }), '2026-12-31')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please say from when')).toBeTruthy()
  expect(saved()).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'Sales: with the money, for invoices from' }), '2026-01-01')
  await user.type(
    dialog.getByRole('textbox', { name: 'Purchases: when the supplier is paid, for bills from' }),
    '2026-02-01',
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const both = { ...none, cash_basis_from: '2026-01-01', cash_basis_purchases_from: '2026-02-01' }
  await vi.waitFor(() => expect(saved()[0]?.body).toEqual({ ...both, cash_basis_to: '2026-12-31' }))
  expect(basisText(both)).toEqual({
    sales: 'When its money comes, for invoices from 1 Jan 2026 on. Earlier ones count on their date.',
    purchases: 'When the supplier is paid, for bills from 1 Feb 2026 on. Earlier ones count on their date.',
  })
  // A period before the first day is one by the date of the papers.
  expect([
    basisOfPeriod(both, '2025-12-31'),
    basisOfPeriod(both, '2026-01-31'),
    basisOfPeriod(both, '2026-02-28'),
  ]).toEqual([
    'by the date of the papers',
    'taxed sales by the day of their money, purchases by the date of the bill',
    'taxed sales and purchases by the day of their money',
  ])
})

test.each([
  ['Malta', 'In Malta VAT on purchases is then deducted when the supplier is paid: give that day too.'],
  ['Ireland', 'In Ireland VAT on purchases stays deducted on the date of the bill: leave that day empty.'],
  ['Norway', 'Please ask your accountant whether VAT on purchases is then deducted when the supplier is paid.'],
])('what cash basis does with purchases in %s is said', (country, words) => expect(ruleOfCountry(country)).toBe(words))
