// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { PaperCurrency } from './paper-currency'
import { SumsNote } from './sums-note'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a paper in another currency says it with its rate and the day of that; one in the currency of the books says nothing', () => {
  serve(() => ({}))
  showTo('admin', <PaperCurrency currency="USD" rate="0.92000000" at="2026-11-30T10:00:00Z" />)
  expect(screen.getByText('In US dollars, 1 USD = 0.92 EUR (30 Nov 2026)')).toBeTruthy()
  cleanup()
  showTo('admin', <PaperCurrency currency="EUR" rate="1.00000000" at="2026-11-30T10:00:00Z" />)
  expect(screen.queryByText(/^In /)).toBeNull()
})

test('sums say their currency in a company that has exchange rates', async () => {
  serve(() => ({ body: [{ currency: 'USD', on_date: '2026-11-30', rate: '0.92' }] }))
  showTo('admin', <SumsNote of="quotation" />)
  expect(
    await screen.findByText('Sums are in EUR: what is in another currency counts at the rate of its quotation.'),
  ).toBeTruthy()
  cleanup()
  const calls = serve(() => ({ body: [] }))
  showTo('admin', <SumsNote of="quotation" />)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(screen.queryByText(/^Sums are/)).toBeNull()
})
