// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { concat, NEVER, type Observable, of, Subject } from 'rxjs'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { noRights } from '@/shared/domain/people/permission'
import { SilentSocket } from '@/shared/ui/testing'
import type { Signal } from '@/streams/realtime/channels'
import { connectOnce } from './api/testing'
import { useLiveRights } from './use-live-rights'

const { heard, joined } = vi.hoisted(() => ({
  heard: new Map<string, Observable<Signal>>(),
  joined: new Set<string>(),
}))
vi.mock('@/streams/realtime/live-channels', () => ({
  channel: (topic: string) => {
    joined.add(topic)
    return concat(of({ kind: 'lost' }), heard.get(topic) ?? NEVER)
  },
}))

type Answer = { status?: number; body: unknown }
type Backend = { atOnce?: Answer; role: Answer; admin: Answer; pages: Answer; named: Answer }

const row = (page_name: string, change = false) => ({
  page_name,
  can_view: true,
  can_create: change,
  can_edit: change,
  can_delete: false,
})
const broken: Answer = { status: 500, body: { code: 'XX000', message: 'canceling statement', details: '' } }

const sales: Backend = {
  role: { body: { role: 'sales' } },
  admin: { body: [] },
  pages: { body: [row('tasks', true), row('contacts')] },
  named: { body: [{ permissions: { name: 'access_inventory' } }] },
}

const unknownFunction: Answer = { status: 404, body: { code: 'PGRST202', message: 'no such function', details: '' } }

/** The reads of the rights, answered at the edge of the network. Returns the addresses that were read. */
function serve(backend: Backend): string[] {
  const read: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const url = new URL(String(input))
    read.push(`${url.pathname.replace('/rest/v1/', '')}?${decodeURIComponent(url.searchParams.toString())}`)
    const answer = answerTo(url, backend)
    return new Response(JSON.stringify(answer.body), {
      status: answer.status ?? 200,
      headers: { 'content-type': 'application/json' },
    })
  })
  return read
}

function answerTo(url: URL, { atOnce = unknownFunction, role, admin, pages, named }: Backend): Answer {
  if (url.pathname.endsWith('/rpc/my_rights')) return atOnce
  if (url.pathname.endsWith('/page_permissions')) return pages
  if (url.pathname.endsWith('/role_permissions')) return named
  return url.searchParams.has('role') ? admin : role
}

function watch() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  return renderHook(() => useLiveRights('maria'), { wrapper }).result
}

beforeAll(() => {
  configure({ asyncUtilTimeout: 10_000 })
  vi.stubGlobal('WebSocket', SilentSocket)
  connectOnce()
})

afterEach(() => {
  cleanup()
  heard.clear()
  joined.clear()
  vi.useRealTimers()
})

describe('the rights of a person', () => {
  test('are read in one request', async () => {
    const rights = { role: 'sales', pages: [row('tasks')], named: ['access_inventory'], second_factor: null }
    const read = serve({ ...sales, atOnce: { body: rights } })
    const result = watch()
    await waitFor(() => expect(result.current).toEqual({ rights, adminProblem: null }))
    expect(read).toEqual(['rpc/my_rights?'])
  })

  test('are none without a role', async () => {
    serve({ ...sales, atOnce: { body: noRights } })
    const result = watch()
    await waitFor(() => expect(result.current.rights).toEqual({ ...noRights, second_factor: null }))
  })

  test('that make no sense in one request are read one by one', async () => {
    serve({ ...sales, atOnce: { body: { role: 'owner', pages: [], named: [] } } })
    const result = watch()
    await waitFor(() => expect(result.current.rights?.role).toBe('sales'))
  })
})

describe('the rights of a person in a database that tells them one by one', () => {
  test('are those of their role', async () => {
    const read = serve(sales)
    const result = watch()
    expect(result.current).toEqual({ rights: null, adminProblem: null })
    await waitFor(() =>
      expect(result.current).toEqual({
        rights: {
          role: 'sales',
          pages: [row('tasks', true), row('contacts')],
          named: ['access_inventory'],
        },
        adminProblem: null,
      }),
    )
    expect(read.toSorted()).toEqual([
      'page_permissions?select=page_name,can_view,can_create,can_edit,can_delete&role=eq.sales&can_view=eq.true',
      'role_permissions?select=permissions(name)&role=eq.sales',
      'rpc/my_rights?',
      'user_roles?select=role&user_id=eq.maria',
      'user_roles?select=role&user_id=eq.maria&role=eq.admin',
    ])
  })

  test.each<[string, Partial<Backend>]>([
    ['without a role', { role: { status: 406, body: { code: 'PGRST116', message: 'no rows', details: '' } } }],
    ['whose role cannot be read', { role: broken }],
    ['with a role that nobody knows', { role: { body: { role: 'owner' } } }],
    ['whose pages cannot be read', { pages: broken }],
    ['whose named rights cannot be read', { named: broken }],
  ])('%s are none', async (_, change) => {
    serve({ ...sales, ...change })
    const result = watch()
    await waitFor(() => expect(result.current.rights).toEqual(noRights))
  })

  test('an admin is one when the database confirms it', async () => {
    serve({ ...sales, role: { body: { role: 'admin' } }, admin: { body: [{ role: 'admin' }] } })
    const result = watch()
    await waitFor(() => expect(result.current.rights?.role).toBe('admin'))
  })

  test('a failed admin check is told, and nobody is an admin by it', async () => {
    serve({ ...sales, role: { body: { role: 'admin' } }, admin: broken })
    const result = watch()
    await waitFor(() =>
      expect(result.current).toEqual({
        rights: noRights,
        adminProblem: { text: 'Failed to check admin status', detail: 'canceling statement' },
      }),
    )
  })
})

test('N 3: the first role of a newcomer is read at the word of it, and what is told to that role is heard from then on', async () => {
  const own = new Subject<Signal>()
  const ofRole = new Subject<Signal>()
  heard.set('user:maria', own)
  heard.set('role:admin', ofRole)
  serve({ ...sales, atOnce: { body: noRights } })
  const result = watch()
  await waitFor(() => expect(result.current.rights?.role).toBeNull())
  expect([...joined]).toEqual(['user:maria'])

  const changed = (table: string): Signal => ({
    kind: 'message',
    event: 'changed',
    payload: { table, op: 'INSERT', id: null },
  })
  serve({ ...sales, atOnce: { body: { ...noRights, role: 'admin' } } })
  act(() => own.next(changed('user_roles')))
  await waitFor(() => expect(result.current.rights?.role).toBe('admin'))
  expect([...joined]).toEqual(['user:maria', 'role:admin'])

  serve({ ...sales, atOnce: { body: { ...noRights, role: 'admin', named: ['access_inventory'] } } })
  act(() => ofRole.next(changed('role_permissions')))
  await waitFor(() => expect(result.current.rights?.named).toEqual(['access_inventory']))
})

describe('while nothing is live', () => {
  test('rights are read again every 30 s, and a demotion shows', async () => {
    vi.useFakeTimers()
    serve(sales)
    const result = watch()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(result.current.rights?.role).toBe('sales')

    const read = serve({ ...sales, role: { body: { role: 'pending' } }, pages: { body: [] }, named: { body: [] } })
    await act(() => vi.advanceTimersByTimeAsync(28_000))
    expect(read).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(result.current.rights).toMatchObject({ role: 'pending', pages: [], named: [] })
  })

  test('a read that fails later takes every right away', async () => {
    vi.useFakeTimers()
    serve(sales)
    const result = watch()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    serve({ ...sales, pages: broken })
    await act(() => vi.advanceTimersByTimeAsync(31_000))
    expect(result.current.rights).toEqual(noRights)
  })

  test.each<[string, Partial<Backend>]>([
    ['pages', { pages: broken }],
    ['role', { role: broken }],
  ])('a %s that could not be read once gives every right back within seconds', async (_name, change) => {
    vi.useFakeTimers()
    serve({ ...sales, ...change })
    const result = watch()
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(result.current.rights).toEqual(noRights)
    serve(sales)
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(result.current.rights?.role).toBe('sales')
  })
})
