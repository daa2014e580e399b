import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type InfiniteData, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { connectDb } from '@/shared/db/client'
import { CurrentUserContext } from '@/shared/ui/current-user'
import { commentsKey, type TaskComment } from '../api/comments.query'
import { type ReadyRow, readyKey } from '../api/ready-marks.query'
import { type Colleague, staffQuery } from '../api/staff.query'
import type { TaskDetail } from '../api/task-detail.query'
import { taskKey } from '../api/tasks.query'

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
  due_at: null,
  reminder_hours: 18,
  contact_id: null,
  location_id: null,
  contact: null,
  location: null,
  quotation: null,
}

type Sent = { method: string; path: string; body: unknown }
type Answer = { status?: number; body?: unknown }

let connected = false

/** What the backend answers, by method and path; everything that was sent is kept. */
export function fakeBackend(answers: Record<string, Answer> = {}): Sent[] {
  if (!connected)
    connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false })
  connected = true
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string | URL, init: RequestInit = {}) => {
    const { pathname } = new URL(url)
    const method = init.method ?? 'GET'
    sent.push({ method, path: pathname, body: typeof init.body === 'string' ? JSON.parse(init.body) : null })
    const { status = 200, body = [] } = answers[`${method} ${pathname}`] ?? {}
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
  return sent
}

type Known = { comments?: TaskComment[]; marks?: ReadyRow[] }

/** Renders a part of an open task as one person, with what was read of it before. */
export function show(part: ReactNode, { as = maria, comments = [], marks = [] }: Known & { as?: string } = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  queries.setQueryData(staffQuery.queryKey, staff)
  queries.setQueryData(taskKey(taskId), task)
  queries.setQueryData(readyKey(taskId), marks)
  const pages: InfiniteData<TaskComment[]> = { pages: [comments.toReversed()], pageParams: [null] }
  queries.setQueryData(commentsKey(taskId), pages)
  const pagesRight = { page_name: 'tasks', can_view: true, can_create: true, can_edit: false, can_delete: false }
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
          <MemoryRouter>{part}</MemoryRouter>
        </CurrentUserContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return userEvent.setup()
}
