// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { Invoice } from '../api/invoice.query'
import { InvoiceRate } from './invoice-rate'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(row: Partial<Invoice>, rates: object[] = []) {
  serve(({ path }) => ({ body: path.includes('/exchange_rates') ? rates : { currency: 'USD' } }))
  showTo(
    'admin',
    <MemoryRouter>
      <p role="note">
        <InvoiceRate row={{ contact_id: 'client', currency: 'USD', rate: '1', ...row } as Invoice} />
      </p>
    </MemoryRouter>,
  )
}

test('an issued invoice has its rate', () => {
  show({ status: 'issued', rate: '0.92000000' })
  expect(screen.getByRole('note').textContent).toBe('1 USD = 0.92 EUR')
})

test('a draft says the rate of today and its day, and where rates are entered', async () => {
  show({ status: 'draft' }, [{ on_date: '2026-11-02', rate: '0.91000000' }])
  const link = await screen.findByRole('link', { name: 'Exchange rates' })
  expect(link.getAttribute('href')).toBe('/exchange-rates')
  expect(screen.getByRole('note').textContent).toContain('1 USD = 0.91 EUR, of 2 Nov 2026.')
})

test('a draft in a currency without any rate says so before it is issued', async () => {
  show({ status: 'draft' })
  expect((await screen.findByRole('note')).textContent).toBe('')
  await screen.findByRole('link', { name: 'Exchange rates' })
  expect(screen.getByRole('note').textContent).toBe(
    'There is no exchange rate of USD. Enter one under Exchange rates before you issue it.',
  )
})
