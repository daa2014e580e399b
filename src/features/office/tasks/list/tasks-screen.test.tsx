// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { taskKinds } from '../outbox-kinds'
import { TasksScreen } from './tasks-screen'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const room = 20_000
const me = 'me'
const row = (change: Record<string, unknown>) => ({
  id: '00000000-0000-4000-8000-000000000001',
  title: 'Neon',
  status: 'pending',
  created_by: me,
  assignees: [me],
  created_at: '2026-11-20T10:00:00Z',
  due_at: null,
  reminder_hours: 18,
  contact: null,
  ...change,
})

const isOfTasks = (path: string) => /^\/rest\/v1\/(tasks|rpc\/tasks_named)\b/.test(path)
const Address = () => <output aria-label="address">{useLocation().search}</output>
const address = () => screen.getByLabelText('address').textContent

function open(search: string, tasks: (call: Call) => unknown[] = () => []) {
  const calls = serve((call) => ({ body: isOfTasks(call.path) ? tasks(call) : [] }))
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[`/tasks${search}`]}>
      <OutboxProvider kinds={kindsFrom(async () => taskKinds)}>
        <TasksScreen onAddTask={() => {}} />
      </OutboxProvider>
      <Address />
    </MemoryRouter>,
  )
  const asked = () => calls.filter(({ path }) => isOfTasks(path)).map(({ path }) => path)
  return { user, asked, calls }
}

describe('the list', () => {
  test(
    'spec 2 §2: asks for what its address says',
    async () => {
      const { asked } = open('?show=created&status=pending&due=late&q=ne_on&sort=title')
      await waitFor(() => expect(asked().length).toBe(1))
      const question = new URLSearchParams(asked()[0]?.split('?')[1])
      expect(question.getAll('status')).toEqual(['eq.pending', 'neq.completed'])
      expect([question.get('created_by'), question.get('p_text'), question.get('order')]).toEqual([
        'eq.me',
        'ne_on',
        'title.asc.nullslast,id.asc',
      ])
      expect(question.get('due_at')).toMatch(/^lt\./)
    },
    room,
  )

  test(
    'is of my tasks, of those I made, or of all, and the address says which',
    async () => {
      const { user, asked } = open('')
      await waitFor(() =>
        expect(asked().at(-1)).toContain('or=(assignees.cs.{me},and(created_by.eq.me,assignees.eq.{}))'),
      )
      await user.click(screen.getByRole('radio', { name: 'Created by me' }))
      expect(address()).toBe('?show=created')
      await waitFor(() => expect(asked().at(-1)).toContain('created_by=eq.me'))
      await user.click(screen.getByRole('radio', { name: 'All' }))
      expect(address()).toBe('?show=all')
      await waitFor(() => expect(asked().at(-1)).not.toMatch(/created_by=|assignees=/))
    },
    room,
  )

  test(
    'is searched from 2 characters, once typing pauses',
    async () => {
      const { user, asked } = open('?show=all')
      await waitFor(() => expect(asked().length).toBe(1))
      const field = screen.getByRole('textbox', { name: 'Search tasks' })
      await user.type(field, 'n')
      expect(screen.getByText('Type at least 2 characters.')).toBeTruthy()
      await user.type(field, 'eon')
      await waitFor(() => expect(address()).toBe('?show=all&q=neon'))
      await waitFor(() => expect(asked().at(-1)).toContain('p_text=neon'))
      expect(asked().length).toBe(2)
    },
    room,
  )

  test(
    'is read again while the line is down, and shows what changed',
    async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true })
      let status = 'pending'
      open('?show=all', () => [row({ status })])
      const line = async (words: string) => within(await screen.findByRole('table')).findByText(words)
      expect(await line('Pending')).toBeTruthy()
      status = 'completed'
      await act(() => vi.advanceTimersByTimeAsync(11_000))
      expect(await line('Completed')).toBeTruthy()
    },
    room,
  )

  test(
    'without tasks offers to show all',
    async () => {
      const { user } = open('?status=completed&q=neon')
      await user.click(await screen.findByRole('button', { name: 'Show all tasks' }))
      expect(address()).toBe('?show=all')
    },
    room,
  )

  test(
    'is grouped by what its address says, and the keys walk through the groups',
    async () => {
      const client = (name: string) => ({ id: name, name: null, last_name: null, company: name })
      const { user } = open('?show=all&group=client', () => [
        row({ id: '00000000-0000-4000-8000-000000000001', title: 'Neon', contact: client('Zebra') }),
        row({ id: '00000000-0000-4000-8000-000000000002', title: 'Van', contact: client('Alpha') }),
      ])
      await screen.findByRole('link', { name: 'Neon' })
      const headings = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
      expect(headings).toEqual(['Alpha', 'Zebra'])
      await user.keyboard('jj')
      expect(document.activeElement?.textContent).toBe('Neon')
    },
    room,
  )

  test(
    'of a thousand tasks is read a hundred at a time',
    async () => {
      const page = (from: number) =>
        Array.from({ length: 100 }, (_, nth) =>
          row({ id: `00000000-0000-4000-8000-${String(from + nth).padStart(12, '0')}`, title: `Task ${from + nth}` }),
        )
      const { user, asked } = open('?show=all', ({ path }) => page(path.includes('id.lt') ? 100 : 0))
      await user.click(await screen.findByRole('button', { name: 'Show more' }))
      await waitFor(() => expect(asked().length).toBe(2))
      expect(asked().every((path) => path.includes('limit=100'))).toBe(true)
      expect(asked()[1]).toContain('id.lt.00000000-0000-4000-8000-000000000099')
    },
    room,
  )
})

describe('several tasks', () => {
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
  const three = [1, 2, 3].map((n) => row({ id: id(n), title: `Task ${n}` }))
  const shown = () => open('?show=all', ({ method }) => (method === 'GET' ? three : []))
  const changed = (calls: Call[]) => calls.filter(({ path }) => path.startsWith('/rest/v1/rpc/change_tasks'))

  test(
    'are found and chosen by keys, and changed in one request',
    async () => {
      const { user, calls } = shown()
      await screen.findByRole('link', { name: 'Task 1' })
      await user.keyboard('jj')
      expect(document.activeElement?.textContent).toBe('Task 2')
      await user.keyboard('x{Shift>}j{/Shift}')
      expect(within(screen.getByRole('group', { name: 'Chosen tasks' })).getByText('2 chosen')).toBeTruthy()
      await user.keyboard('s')
      await user.click(await screen.findByRole('menuitem', { name: 'Set to Completed', hidden: true }))
      await waitFor(() => expect(changed(calls).length).toBe(1))
      expect(changed(calls)[0]?.body).toEqual({
        p_changes: [2, 3].map((n) => ({ id: id(n), status: 'completed', seen_status: 'pending' })),
      })
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('group', { name: 'Chosen tasks' })).toBeNull())
    },
    room,
  )

  test(
    'one task gets its status by its key',
    async () => {
      const { user, calls } = shown()
      await screen.findByRole('link', { name: 'Task 1' })
      await user.keyboard('js')
      await user.click(await screen.findByRole('menuitem', { name: 'Set to Completed', hidden: true }))
      await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.path).toContain(id(1)))
    },
    room,
  )

  test(
    'are chosen by Shift and Ctrl with the mouse, and keys do nothing in a field',
    async () => {
      const { user } = shown()
      await user.keyboard('{Control>}')
      await user.click(await screen.findByRole('link', { name: 'Task 1' }))
      await user.keyboard('{/Control}{Shift>}')
      await user.click(screen.getByRole('link', { name: 'Task 3' }))
      await user.keyboard('{/Shift}')
      expect(screen.getByText('3 chosen')).toBeTruthy()
      expect(address()).toBe('?show=all')
      await user.type(screen.getByRole('textbox', { name: 'Search tasks' }), 'x')
      expect(screen.getByText('3 chosen')).toBeTruthy()
    },
    room,
  )
})

describe('the board', () => {
  /** One card, in the column of its last move. */
  const board = () => {
    let status = 'pending'
    return open('?show=all&view=board', ({ method, path, body }) => {
      if (method === 'PATCH' && typeof body === 'object' && body && 'status' in body) status = String(body.status)
      return method === 'PATCH' || path.includes(`status=eq.${status}`) ? [row({ status })] : []
    })
  }

  test(
    'asks for each status by itself, and for whatever is none of them',
    async () => {
      const { asked } = board()
      await waitFor(() => expect(asked().length).toBe(4))
      expect(asked().map((path) => /status=([^&]+)/.exec(path)?.[1])).toEqual([
        'eq.pending',
        'eq.in_progress',
        'eq.completed',
        'not.in.(pending,in_progress,completed)',
      ])
    },
    room,
  )

  test(
    'moves a card by its menu at once, and the focus goes with it',
    async () => {
      const { user, calls } = board()
      await user.click(await screen.findByRole('button', { name: 'Actions for Neon' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Move to Completed', hidden: true }))
      const completed = within(screen.getByRole('region', { name: 'Completed' }))
      const menu = await completed.findByRole('button', { name: 'Actions for Neon' })
      expect(document.activeElement).toBe(menu)
      expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'completed' })
      expect(screen.getByText('Neon moved to Completed')).toBeTruthy()
    },
    room,
  )
})
