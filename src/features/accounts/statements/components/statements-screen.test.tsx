// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { StatementsScreen } from './statements-screen'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const ages = { days_30: '0.00', days_60: '0.00', days_90: '0.00', older: '0.00' }
const owes = (id: string, amount: string, currency: string, books: string) => ({
  ...ages,
  id,
  client_name: id,
  currency,
  balance: amount,
  overdue: '0.00',
  credit: '0.00',
  not_due: amount,
  oldest_due: '2026-12-01',
  books_balance: books,
})

test('what each client owes is in its currency, and compared in that of the books', async () => {
  const calls = serve(({ path }) => ({
    body: path.includes('client_ageing')
      ? [owes('Harbor', '118.00', 'USD', '108.56'), owes('Bakery', '59.00', 'EUR', '59.00')]
      : [],
  }))
  showTo(
    'admin',
    <MemoryRouter>
      <StatementsScreen />
    </MemoryRouter>,
  )
  const row = (await screen.findAllByText('Harbor'))[0]?.closest('tr, li')
  expect(row?.textContent).toContain('$118.00')
  expect(row?.textContent).not.toContain('€')
  expect(screen.getAllByText('€59.00').length).toBeGreaterThan(0)
  expect(calls.find(({ path }) => path.includes('client_ageing'))?.path).toContain('order=books_balance.desc')
})
