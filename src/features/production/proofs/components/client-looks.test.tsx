// @vitest-environment happy-dom
import { act, cleanup, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { NEVER, Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { Signal } from '@/streams/realtime/channels'
import { MockupsScreen } from './mockups-screen'

const news: Record<string, Subject<Signal>> = { 'page:jobs': new Subject(), 'doc:link': new Subject() }
vi.mock('@/streams/realtime/live-channels', () => ({ channel: (topic: string) => news[topic] ?? NEVER }))

const tell = (topic: string, table: string, id: string | null) =>
  act(async () => news[topic]?.next({ kind: 'message', event: 'changed', payload: { table, op: 'UPDATE', id } }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const version = {
  ...{ id: 'v1', version: 1, status: 'sent', file_name: 'fascia.pdf', file_hash: 'a', note: null, checklist: [] },
  ...{ ticked: [], made_at: '2026-11-20T08:00:00Z', made_by: 'Nico', sent_at: '2026-11-20T09:00:00Z' },
  ...{ decided_at: null, decided_name: null, comments: [], answers: [] },
  pages: [{ page: 1, path: 'p1', thumb_path: 't1', width: 200, height: 100 }],
}
const job = {
  ...{ id: 'job', job_number: 'JOB-1', title: 'Tray fascia', status: 'awaiting_approval', qty: '1', unit: 'piece' },
  ...{ width_mm: null, height_mm: null, mockup_required: true },
}

test('staff read “looking now” while the client looks, and then when it was seen', async () => {
  let seen: string | null = null
  serve(({ path }) =>
    path.includes('get_job_mockups')
      ? {
          body: {
            ...{ public_uuid: 'link', number: 'Q-1', project_title: 'Signs', is_open: true, company: { name: 'Us' } },
            jobs: [{ ...job, versions: [{ ...version, first_viewed_at: seen }] }],
          },
        }
      : { body: path.includes('sign') ? [] : null },
  )
  showTo(
    'team_member',
    <MemoryRouter>
      <MockupsScreen uuid="00000000-0000-4000-8000-000000000142" />
    </MemoryRouter>,
    ['jobs'],
  )
  expect(await screen.findByText(/not seen yet/)).toBeTruthy()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await tell('doc:link', 'looking_client', 'v1')
  expect(screen.getByText(/The client is looking now/)).toBeTruthy()
  expect(screen.queryByText(/not seen yet/)).toBe(null)
  seen = '2026-11-20T10:05:00Z'
  await tell('page:jobs', 'document_events', 'v1')
  await act(() => vi.advanceTimersByTimeAsync(46_000))
  // The answer may arrive after the clock was advanced, so the clock is advanced further for the timers it starts.
  for (let turn = 0; turn < 50 && !screen.queryByText(/· seen/); turn++)
    await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText(/· seen 20 Nov 2026/)).toBeTruthy()
  expect(screen.queryByText(/looking now/)).toBe(null)
})

test('the client reads what was ordered beside the proof: description, details, quantity and size', async () => {
  const ordered = {
    ...{ qty: '3.0000', width_mm: '4200.00', height_mm: '600.00' },
    ...{ description: 'Tray fascia, RAL 7016', details: '3 mm aluminium, powder coated' },
  }
  serve(({ path }) =>
    path.includes('get_public_mockups')
      ? {
          body: {
            ...{ public_uuid: 'link', number: 'Q-1', project_title: 'Signs', is_open: true, company: { name: 'Us' } },
            jobs: [{ ...job, ...ordered, versions: [version] }],
          },
        }
      : { body: path.includes('sign') ? [] : null },
  )
  showTo(
    'client',
    <MemoryRouter>
      <MockupsScreen uuid="00000000-0000-4000-8000-000000000142" />
    </MemoryRouter>,
  )
  const said = within(await screen.findByRole('region', { name: 'What you ordered' }))
  expect(said.getByText('Tray fascia, RAL 7016')).toBeTruthy()
  expect(said.getByText('3 mm aluminium, powder coated')).toBeTruthy()
  expect(said.getByText('Quantity').nextElementSibling?.textContent).toBe('3')
  expect(said.getByText('Size').nextElementSibling?.textContent).toBe('4,200 × 600 mm')
})
