// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { OrderMargin } from './order-margin'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const spent = {
  ...{ material: '12.00', labour: '3.00', again: '80.00', remakes: 1, total: '95.00', wasted: '2', failed: '1' },
  ...{ open: 1, jobs: 2, without_price: 0, without_wage: true },
}
const open = (margin: object) => {
  serve(() => ({ body: { currency: 'EUR', net: '607.98', untimed: 0, spent, ...margin } }))
  showTo(
    'admin',
    <MemoryRouter>
      <OrderMargin id="e0000000-0000-4000-a000-000000000001" paper="EUR" />
    </MemoryRouter>,
    ['orders'],
  )
}

test('a margin says of how many lines it is where the cost of others is not known', async () => {
  open({ cost: '0.16', margin: '607.82', margin_pct: '99.97', actual: 1, planned: 0, unknown: 6 })
  expect(await screen.findByText('€607.98 · of 1 line of 7')).toBeTruthy()
  expect(screen.getByText('€607.82 · 99.97 % · of 1 line of 7')).toBeTruthy()
  expect(screen.getByText('€95.00')).toBeTruthy()
  expect(screen.getByText('1 job · €80.00')).toBeTruthy()
  expect(screen.getByText('3 pieces · 1 did not pass a check')).toBeTruthy()
  expect(
    screen.getByText('1 of 2 jobs is not ready: more may come. Somebody worked whose wage is not known.'),
  ).toBeTruthy()
})

test('what was spent so far is shown also where the cost of no line is known', async () => {
  open({ cost: null, margin: null, margin_pct: null, actual: 0, planned: 0, unknown: 3 })
  expect(await screen.findByText('€95.00')).toBeTruthy()
  expect(screen.getByText('The cost is not known for 3 lines.')).toBeTruthy()
  expect(screen.queryByText('Left')).toBeNull()
})
