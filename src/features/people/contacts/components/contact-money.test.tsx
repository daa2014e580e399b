// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { ContactMoney } from './contact-money'
import { annId } from './testing'

afterEach(cleanup)

const owes = { balance: '1200.50', overdue: '300.00', credit: '0.00', oldest_due: '2026-10-31', open_invoices: 2 }

function show(money: object[], limit: number | null, currency: string | null = null) {
  const calls = serve(() => ({ body: money }))
  showTo(
    'admin',
    <MemoryRouter>
      <ContactMoney id={annId} limit={limit} currency={currency} />
    </MemoryRouter>,
  )
  return calls
}
const shown = () => screen.getAllByRole('definition').map((each) => each.textContent)

test('a card says what is owed, since when it is late, and what is left of the limit', async () => {
  show([owes], 2000)
  await screen.findByText('Balance')
  expect(shown()).toEqual(['€1,200.50', '€300.00since 31 Oct 2026', '€799.50of €2,000.00'])
})

test('what a client owes, and the limit, are in the currency of the client', async () => {
  show([owes], 2000, 'USD')
  await screen.findByText('Balance')
  expect(shown()).toEqual(['$1,200.50', '$300.00since 31 Oct 2026', '$799.50of $2,000.00'])
})

test('a balance over the limit says by how much', async () => {
  show([owes], 1000)
  await screen.findByText('Over the credit limit')
  expect(shown().at(-1)).toBe('€200.50of €1,000.00')
})

test('a contact without papers and limit has no figures', async () => {
  const calls = show([], null)
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
  expect(screen.queryByText('Balance')).toBeNull()
})
