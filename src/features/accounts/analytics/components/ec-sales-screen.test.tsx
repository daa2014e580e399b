// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { showTo } from '@/shared/ui/testing'
import { EcSales } from './ec-sales-screen'

afterEach(cleanup)

test('each row has the letter under which it is filed, and each letter the sum of what can be filed', async () => {
  const sale = (vat_number: string | null, what: string, net: string, papers = 1) => ({
    ...{ vat_number, client_name: vat_number ?? 'Nameless', what, net, papers },
  })
  const period = { from: '2026-11-01', to: '2026-11-30' } as Parameters<typeof EcSales>[0]['period']
  const rows = [
    sale(null, 'services', '800.00'),
    sale('ATU12011204', 'goods', '400.10', 3),
    sale('ATU12011204', 'services', '300.00'),
    sale('FR40303265045', 'goods', '99.95'),
  ]
  showTo(
    'accounts',
    <MemoryRouter>
      <EcSales rows={rows} period={period} open={vi.fn()} />
    </MemoryRouter>,
  )
  const said = (await screen.findAllByRole('row')).map((row) =>
    within(row)
      .queryAllByRole('cell')
      .map(({ textContent }) => textContent)
      .slice(3),
  )
  expect(said.slice(1)).toEqual([
    ['Services', 'S', '1', '€800.00'],
    ['Goods', 'L', '3', '€400.10'],
    ['Services', 'S', '1', '€300.00'],
    ['Goods', 'L', '1', '€99.95'],
    ['Goods', 'L', '4', '€500.05'],
    ['Services', 'S', '1', '€300.00'],
  ])
})
