import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type InfiniteData, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { connectDb } from '@/shared/db/connect'
import { CurrentUserContext } from '@/shared/hooks/current-user'
import { commentsKey, type TaskComment } from '../api/detail/comments.query'
import { type ReadyRow, readyKey } from '../api/detail/ready-marks.query'
import { type Colleague, staffQuery } from '../api/staff.query'
import { mentionableQuery } from '../api/detail/mentionable.query'
import { type TaskDetail, taskDetailQuery } from '../api/detail/task-detail.query'
import { taskKey } from '../api/tasks.query'
import { taskKinds } from '../outbox-kinds'
import { OpenTask } from './open-task'

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
export const [maria, mark, taskId] = [id(1), id(2), id(3)]

export const staff: Colleague[] = [
  { userId: maria, name: 'Maria Vella', role: 'sales', avatarUrl: null },
  { userId: mark, name: 'Mark Borg', role: 'team_member', avatarUrl: null },
]

export const task: TaskDetail = {
  id: taskId,
  title: 'Van wrap',
  description:
    '<p>Both sides.</p><ul class="todo-list" data-list="todo"><li data-list="unchecked" data-id="a">Cut</li></ul>',
  status: 'pending',
  created_by: maria,
  assignees: [mark],
  created_at: '2026-11-20T10:00:00Z',
  images: [],
  file_names: {},
  due_at: null,
  reminder_hours: 18,
  contact_id: null,
  location_id: null,
  contact: null,
  location: null,
  quotation: null,
  job: null,
  order: null,
  delivery: null,
}

type Sent = { method: string; path: string; search: string; body: unknown }
type Answer = { status?: number; body?: unknown }

let connected = false

/** A backend with answers by method and path; it keeps every request. */
export function fakeBackend(answers: Record<string, Answer> = {}): Sent[] {
  if (!connected)
    connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false })
  connected = true
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url)
    const method = init.method ?? 'GET'
    sent.push({
      method,
      path: pathname,
      search: decodeURIComponent(search),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    })
    const { status = 200, body = [] } = answers[`${method} ${pathname}`] ?? {}
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return sent
}

let queries = new QueryClient()

/** Another person changes the task, and this screen gets the change. */
export const hear = (change: Partial<TaskDetail>): Promise<void> =>
  act(async () => {
    queries.setQueryData(taskKey(taskId), { ...task, ...change })
    await new Promise((told) => setTimeout(told))
  })

/** Something changed elsewhere: this screen reads it all again as soon as time passes. */
export const readAgain = (): void => void queries.invalidateQueries()

/** The open task from its query, so that saved and pushed changes show. */
export function ReadTask({ onDeleted = () => {} }: { onDeleted?: () => void }) {
  const { data } = useQuery(taskDetailQuery(taskId))
  return data ? <OpenTask task={data} staff={staff} others={[]} onTyped={() => {}} onDeleted={onDeleted} /> : null
}

/** A backend with one task. It stores saved texts and compares them with the seen ones, as the database does. */
export function keepTask(kept: { title: string; description: string | null }): { rows: typeof kept; refuse: boolean } {
  fakeBackend()
  const backend = { rows: kept, refuse: false }
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null
    const answer = (content: unknown, status = 200) => Response.json(content, { status })
    if (init.method === 'POST' && pathname.endsWith('/replace_task_description')) {
      if (backend.refuse) return answer({ message: 'offline' }, 500)
      if ((kept.description ?? '') === body.p_expected) kept.description = body.p_description
      return answer(kept.description ?? '')
    }
    if (pathname !== '/rest/v1/tasks') return answer([])
    if (init.method !== 'PATCH') return answer([{ ...task, ...kept }])
    if (backend.refuse) return answer({ message: 'offline' }, 500)
    if (`in.("${kept.title}")` !== searchParams.get('title')) return answer([])
    kept.title = body.title
    return answer([{ id: taskId }])
  })
  return backend
}

type Known = { comments?: TaskComment[]; marks?: ReadyRow[]; /** The address. */ at?: string }

/** Renders a part of an open task as one person, with a filled cache. */
export function show(
  part: ReactNode,
  { as = maria, comments = [], marks = [], at = '/' }: Known & { as?: string } = {},
) {
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  queries.setQueryData(staffQuery.queryKey, staff)
  queries.setQueryData(taskKey(taskId), task)
  queries.setQueryData(
    mentionableQuery.queryKey,
    staff.map(({ userId, name, role }) => ({ userId, name, role })),
  )
  queries.setQueryData(readyKey(taskId), marks)
  const pages: InfiniteData<TaskComment[]> = { pages: [comments.toReversed()], pageParams: [null] }
  queries.setQueryData(commentsKey(taskId), pages)
  const pagesRight = { page_name: 'tasks', can_view: true, can_create: true, can_edit: false, can_delete: true }
  const user = {
    id: as,
    email: '',
    name: staff.find(({ userId }) => userId === as)?.name ?? 'Somebody',
    avatarUrl: null,
    rights: { role: 'sales' as const, pages: [pagesRight], named: [] },
  }
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={queries}>
        <CurrentUserContext value={user}>
          <OutboxProvider kinds={kindsFrom(async () => taskKinds)}>
            <MemoryRouter initialEntries={[at]}>{part}</MemoryRouter>
          </OutboxProvider>
        </CurrentUserContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}
