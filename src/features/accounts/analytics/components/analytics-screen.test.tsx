// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import { AnalyticsScreen } from './analytics-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const line = (bucket: string, name: string | null, mark: string | null, count: number, amount: string) => ({
  bucket,
  name,
  mark,
  count,
  amount,
  other: null,
})

const show = (figures: object) => {
  const calls = serve(({ path }) => {
    if (path.includes('rpc/analytics_records'))
      return {
        body: [
          {
            kind: 'order',
            id: 'o1',
            label: 'SO-2026-0007 · Fascia',
            contact_id: 'c1',
            client_name: 'Fjamma Pizza',
            day: '2026-03-04',
            bucket: 'tray-fascia',
            mark: null,
            amount: '1250.50',
            other: null,
          },
        ],
      }
    return { body: figures }
  })
  const router = createMemoryRouter([{ path: '/analytics', element: <AnalyticsScreen /> }], {
    initialEntries: ['/analytics?days=2026-03-01..2026-03-31'],
  })
  const user = showTo('sales', <RouterProvider router={router} />)
  return { calls, user, router }
}

test('a figure leads to the records behind it, and its table says the same', async () => {
  const { user, calls, router } = show({
    services: [line('tray-fascia', 'ACM tray fascia', null, 1, '1250.50'), line('none', 'Other', null, 1, '10.00')],
  })
  const panel = await screen.findByRole('region', { name: 'Sales by service' })
  await user.click(within(panel).getByRole('button', { name: /ACM tray fascia/ }))
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByRole('link', { name: 'SO-2026-0007 · Fascia' })).toBeTruthy()
  expect(within(drawer).getAllByText('€1,250.50')).toHaveLength(2)
  expect(router.state.location.search).toContain('dialog=records.services')
  expect(calls.find(({ path }) => path.includes('analytics_records'))?.body).toMatchObject({
    p_part: 'services',
    p_bucket: 'tray-fascia',
    p_from: '2026-03-01',
    p_to: '2026-03-31',
  })
  await user.click(within(drawer).getByRole('button', { name: 'Close' }))
  await user.click(within(panel).getByRole('radio', { name: 'Table' }))
  expect(within(panel).getByRole('row', { name: /ACM tray fascia 1 €1,250.50 99.2 %/ })).toBeTruthy()
})

test('a margin is that of the lines whose cost is known, and says how many have none', async () => {
  const margin = { ...line('tray', 'Tray fascia', 'known', 1, '1000.00'), other: '400.00' }
  const unknown = { ...line('tray', 'Tray fascia', 'unknown', 2, '5000.00'), other: '6' }
  const { user, calls } = show({ margin: [margin, unknown] })
  const panel = await screen.findByRole('region', { name: 'Margin by service' })
  expect(panel.textContent).toContain('€600.00 is left of €1,000.00 after the cost of the lines whose cost is known.')
  expect(panel.textContent).toContain('Not in it: 6 lines without a cost, €5,000.00 net.')
  const tile = within(screen.getByRole('navigation', { name: 'Figures' })).getByRole('link', { name: /Margin/ })
  expect(tile.textContent).toContain('60.0 %6 lines without a cost')
  await user.click(within(panel).getByRole('button', { name: 'Lines without a cost' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('analytics_records'))?.body).toMatchObject({ p_mark: 'unknown' })
})

test('a part that the database leaves out is not on the screen', async () => {
  show({ sales: [line('2026-03', null, null, 2, '300')] })
  expect(await screen.findByRole('region', { name: 'Sales by month' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Mar 2026: €300.00 from 2 orders' })).toBeTruthy()
  expect(await screen.findAllByText('0 % on the period before')).toHaveLength(2)
  expect(screen.queryByRole('region', { name: 'Margin by service' })).toBeNull()
  expect(screen.queryByText('Owed to us')).toBeNull()
})
