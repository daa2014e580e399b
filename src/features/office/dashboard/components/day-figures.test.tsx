// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { DayFigures } from './day-figures'

afterEach(cleanup)

test('each figure leads to its records, and one that is 0 or not theirs takes no room', async () => {
  serve(() => ({
    body: {
      my_drops: { count: 5, left: 2 },
      requests: { count: 4 },
      follow_ups: { count: 0 },
      to_invoice: { count: 3, amount: '1250.50' },
      overdue: { count: 1, amount: '99.90' },
    },
  }))
  showTo(
    'admin',
    <MemoryRouter>
      <DayFigures />
    </MemoryRouter>,
  )
  await screen.findByText('My drops to come')
  expect(screen.getAllByRole('link').map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual([
    ['My drops to come2 of 5', '/deliveries?view=mine'],
    ['Requests of visitors4', '/requests'],
    ['To invoice, 3 orders€1,250.50', '/to-invoice'],
    ['Overdue, 1 invoice€99.90', '/invoices?overdue=yes'],
  ])
})
