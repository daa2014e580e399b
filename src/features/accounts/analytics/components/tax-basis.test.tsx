// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { basisText, TaxBasisPanel } from './tax-basis'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('which sales are taxed by their money is said, and changed with a first day', async () => {
  const calls = serve(({ method }) => ({
    body: method === 'GET' ? { cash_basis_from: null, cash_basis_to: null } : [{ id: 1 }],
  }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <TaxBasisPanel />
    </MemoryRouter>,
    ['invoices', 'payments', 'supplier-invoices'],
  )
  const panel = within(await screen.findByRole('region', { name: 'When VAT on sales counts' }))
  expect(panel.getByText('On the date of the invoice.')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog'))
  const saved = () => calls.filter(({ method }) => method === 'PATCH')
  await user.type(dialog.getByRole('textbox', { name: 'Last day of these invoices' }), '2026-12-31')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Please say from when')).toBeTruthy()
  expect(saved()).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: 'With the money, for invoices from' }), '2026-01-01')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(saved()[0]?.body).toEqual({ cash_basis_from: '2026-01-01', cash_basis_to: '2026-12-31' }),
  )
  expect(basisText({ cash_basis_from: '2026-01-01', cash_basis_to: null })).toBe(
    'When its money comes, for invoices from 1 Jan 2026 on. Earlier ones count on their date.',
  )
})
