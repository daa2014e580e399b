// @vitest-environment happy-dom
import { cleanup, configure, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import type { Health } from '../api/health.query'
import { HealthScreen } from './health-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const health: Health = {
  started_at: new Date(Date.now() - 5 * 3_600_000).toISOString(),
  versions: { app: '1.0.0-rc.1', node: '24.1.0', database: 'pglite 17.5' },
  memory_bytes: 310e6,
  database_bytes: 64e6,
  disk: { free_bytes: 4e9, total_bytes: 100e9 },
  sockets: 7,
  mails: { waiting: 0, failed: 2 },
  last_backup: null,
  last_snapshot: null,
  routes: [{ route: 'GET /rest/v1/tasks', count: 1200, failed: 3, meanMs: 14, slowestMs: 2400 }],
  slowest: [{ route: 'POST /rest/v1/rpc/analytics', status: 200, ms: 3100, at: '2026-11-25T08:00:00Z' }],
}
const open = ({ status = 200, body }: Answer) => {
  serve(() => ({}))
  // The server's own address, on the host of the page.
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  showTo(
    'admin',
    <MemoryRouter>
      <HealthScreen />
    </MemoryRouter>,
  )
}

test('draws what the server says, and marks what somebody should look after', async () => {
  open({ body: health })
  const tiles = await screen.findAllByRole('term')
  expect(tiles.map(({ textContent }) => textContent)).toContain('Free disk')
  const bad = tiles.flatMap((term) => (term.parentElement?.dataset['bad'] ? [term.textContent] : []))
  expect(bad).toEqual(['Free disk', 'Failed mails', 'Last backup'])
  const requests = within(screen.getByRole('table', { name: 'Requests' }))
  expect(requests.getAllByRole('row')[1]?.textContent).toBe('GET /rest/v1/tasks1,20014 ms2.4 s3')
  screen.getByRole('table', { name: 'Slowest requests' })
  screen.getByText('Signwright 1.0.0-rc.1')
})

test('on hosted Supabase it says where the figures are', async () => {
  open({ status: 404, body: {} })
  await screen.findByRole('heading', { name: 'Your Supabase project shows its health itself' })
})
