// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { TaxPlacesPanel } from './tax-places-panel'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('each jurisdiction has its sales and its tax, states first, and an amount opens its papers', async () => {
  serve(() => ({ body: [] }))
  const line = (bucket: string, name: string, mark: string, amount: string, other: string) => ({
    bucket,
    name,
    mark,
    count: 1,
    amount,
    other,
  })
  const open = vi.fn()
  const user = showTo(
    'accounts',
    <MemoryRouter>
      <TaxPlacesPanel
        open={open}
        now={{
          tax_places: [
            line('all', 'All sales', 'taxable', '110.10', '8.46'),
            line('all', 'All sales', 'exempt', '50', '0'),
            line('city Austin', 'Austin', 'taxable', '100.10', '1.01'),
            line('other 2', '2 % of no place', 'taxable', '10', '0.20'),
            line('state TX', 'TX', 'taxable', '100.10', '6.25'),
            line('state TX', 'TX', 'exempt', '50', '0'),
          ],
        }}
      />
    </MemoryRouter>,
  )
  const rows = await screen.findAllByRole('row')
  expect(
    rows
      .map((row) =>
        within(row)
          .queryAllByRole('cell')
          .map(({ textContent }) => textContent),
      )
      .slice(1),
  ).toEqual([
    ['TX', 'State', '€150.10', '€50.00', '€100.10', '€6.25'],
    ['Austin', 'City', '€100.10', '€0.00', '€100.10', '€1.01'],
    ['2 % of no place', '', '€10.00', '€0.00', '€10.00', '€0.20'],
    ['All sales', '', '€160.10', '€50.00', '€110.10', '€8.46'],
  ])
  await user.click(screen.getByRole('button', { name: 'TX, exempt sales: €50.00' }))
  expect(open).toHaveBeenCalledWith('tax_places', 'state TX', 'exempt')
})
