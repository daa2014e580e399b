// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useQueries } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { connectDb } from '@/shared/db/connect'
import { readsAfterJoin } from '@/shared/hooks/read-after-join'
import { comingDeliveriesQuery } from './api/coming-deliveries.query'
import { dueTasksQuery } from './api/due-tasks.query'
import { myTimerQuery } from './api/my-timer.query'
import { openTasksQuery } from './api/open-tasks.query'
import { recentActivityQuery } from './api/recent-activity.query'
import { timeTodayQuery } from './api/time-today.query'
import { useLiveDashboard } from './use-live-dashboard'

const maria = '5a1d2c5e-1111-4111-8111-111111111111'
const now = Date.parse('2026-11-20T09:00:00Z')
const everything = { tasks: true, deliveries: true, quotations: true, contacts: true, notes: true }

/** A line on which every topic is joined a moment after it was asked for. */
class Line {
  readyState = 0
  onopen = () => {}
  onmessage: (event: { data: string }) => void = () => {}
  constructor() {
    setTimeout(() => {
      this.readyState = 1
      this.onopen()
    })
  }
  send(sent: string) {
    const [join, ref, topic, event] = frame.parse(JSON.parse(sent))
    if (event !== 'phx_join') return
    joined.push(topic)
    const reply = { status: 'ok', response: { postgres_changes: [] } }
    setTimeout(() => this.onmessage({ data: JSON.stringify([join, ref, topic, 'phx_reply', reply]) }), 20)
  }
  close() {}
}
const joined: string[] = []
const frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string()]).rest(z.unknown())

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a first dashboard reads each of its lists once, although its topics become live while it opens', async () => {
  const read: string[] = []
  vi.stubGlobal('WebSocket', Line)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(String(input))
    read.push(pathname.replace('/rest/v1/', ''))
    return Response.json([], {
      headers: { 'content-range': '*/0' },
    })
  })
  connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: true })
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 300_000, persister: readsAfterJoin.read, networkMode: 'online' },
    },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  const queries = [
    { ...openTasksQuery(maria), select: () => null },
    { ...dueTasksQuery(maria, now), select: () => null },
    { ...comingDeliveriesQuery(now), select: () => null },
    { ...timeTodayQuery(maria, now), select: () => null },
    { ...recentActivityQuery, select: () => null },
    { ...myTimerQuery(maria), select: () => null },
  ] as const
  const { result } = renderHook(
    () => {
      useLiveDashboard(maria, everything)
      return useQueries({ queries })
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current.every(({ isFetched }) => isFetched)).toBe(true))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(joined.length).toBe(6)
  expect(read.toSorted()).toEqual([
    'deliveries',
    'rpc/deliveries_of_today',
    'rpc/deliveries_to_see_to',
    'rpc/recent_activity',
    'tasks',
    'tasks',
    'time_entries',
    'time_entries',
  ])
})
