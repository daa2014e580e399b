// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectDb } from '@/shared/db/connect'
import { noRights } from '@/shared/domain/people/permission'
import { type Notice, notificationSources } from '@/shared/domain/records/notification'
import { CurrentUserContext } from '@/shared/hooks/current-user'
import { noticesQuery } from '../api/notices.query'
import { type UnreadCounts, unreadCountsKey } from '../api/unread-counts.query'
import { NotificationsPanel } from './notifications-panel'
import { SilentSocket, testLooks } from '@/shared/ui/testing'
import { RecordLooksContext } from '@/shared/ui/page/record-links'

const notice = (id: string, at: string, change: Partial<Notice> = {}): Notice => ({
  source: 'notifications',
  id,
  title: id,
  message: '',
  createdAt: at,
  isRead: false,
  target: { kind: 'task', id: id },
  ...change,
})

let answers = 200
const sent: { method: string; url: string; body: unknown }[] = []

beforeAll(
  () => void connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false }),
)
beforeEach(() => {
  sent.length = 0
  answers = 200
  localStorage.clear()
  vi.stubGlobal('WebSocket', SilentSocket)
  marked = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ method: init.method ?? 'GET', url: decodeURIComponent(url), body: init.body })
    return new Response(
      answers === 200 ? JSON.stringify(url.includes('mark_notices_read') ? marked : []) : '{"message":"no line"}',
      {
        status: answers,
        headers: { 'content-type': 'application/json' },
      },
    )
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** The notices that the server marks. */
let marked: string[] = []

type Opened = { unread?: Notice[]; all?: Notice[]; beyond?: Partial<UnreadCounts> }

function openPanel({ unread = [], all = unread, beyond = {} }: Opened = {}) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  for (const source of notificationSources) {
    const of = (rows: Notice[]) => rows.filter((row) => row.source === source)
    queries.setQueryData(noticesQuery('petra', source, 'unread').queryKey, of(unread))
    queries.setQueryData(noticesQuery('petra', source, 'all').queryKey, of(all))
  }
  const counts: UnreadCounts = {
    task_reply_notifications: 0,
    mockup_notifications: 0,
    delivery_notifications: 0,
    partial_delivery_notifications: 0,
    notifications: 0,
  }
  for (const { source } of unread) counts[source] += 1
  for (const source of notificationSources) counts[source] += beyond[source] ?? 0
  queries.setQueryData(unreadCountsKey('petra'), counts)
  const onClose = vi.fn()
  const petra = { id: 'petra', email: '', name: 'Petra', avatarUrl: null, rights: noRights }
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={queries}>
        <CurrentUserContext value={petra}>
          <MemoryRouter initialEntries={['/dashboard?beside=notices']}>
            <RecordLooksContext value={testLooks}>
              <NotificationsPanel opened onClose={onClose} answer={answer} />
              <Address />
            </RecordLooksContext>
          </MemoryRouter>
        </CurrentUserContext>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { onClose, user: userEvent.setup() }
}

const answer = vi.fn(async () => {})

const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
const lines = () => screen.getAllByRole('listitem').map((line) => line.textContent)
const writes = () => sent.filter(({ method }) => method === 'PATCH')

describe('the panel', () => {
  test('spec 2 §8: with nothing unread says so', () => {
    openPanel()
    expect(screen.getByRole('heading', { name: 'All caught up!' })).toBeTruthy()
    expect(screen.getByText('No unread notifications to show')).toBeTruthy()
  })

  test('spec 2 §8: with nothing at all says so', async () => {
    const { user } = openPanel()
    await user.click(screen.getByRole('radio', { name: 'All' }))
    expect(screen.getByRole('heading', { name: 'No notifications' })).toBeTruthy()
    expect(screen.getByText('No notifications found for the selected time period')).toBeTruthy()
  })

  test('spec 2 §2: shows the oldest first, and the newest first when asked', async () => {
    const { user } = openPanel({
      unread: [
        notice('later', '2026-11-20T10:00:00Z', { source: 'task_reply_notifications' }),
        notice('earlier', '2026-11-20T09:00:00Z'),
      ],
    })
    expect(lines().map((line) => line?.split(' ')[0])).toEqual(['earlier', 'later'])
    await user.click(screen.getByRole('button', { name: 'Show newest first' }))
    expect(lines().map((line) => line?.split(' ')[0])).toEqual(['later', 'earlier'])
  })

  test('spec 2 §4: marks what is clicked as read, and closes to show what it is about', async () => {
    const { user } = openPanel({ unread: [notice('task-1', '2026-11-20T10:00:00Z')] })
    const link = screen.getByRole('link', { name: /task-1/ })
    expect(link.getAttribute('href')).toBe('/task/task-1')
    await user.click(link)
    await waitFor(() =>
      expect(writes()).toEqual([
        {
          method: 'PATCH',
          url: 'http://backend.test/rest/v1/notifications?id=eq.task-1',
          body: JSON.stringify({ is_read: true }),
        },
      ]),
    )
    // The panel's history entry is replaced, so Back leads to the page before it.
    expect(screen.getByTestId('address').textContent).toBe('/task/task-1')
  })

  test('spec 2 §2: marks a read notice as unread', async () => {
    const read = notice('task-1', '2026-11-20T10:00:00Z', { isRead: true })
    const { user } = openPanel({ all: [read] })
    await user.click(screen.getByRole('radio', { name: 'All' }))
    const focused = vi.fn()
    screen.getByRole('link', { name: /task-1/ }).addEventListener('focus', focused)
    await user.click(screen.getByRole('button', { name: 'Mark as unread: task-1' }))
    await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([JSON.stringify({ is_read: false })]))
    expect(focused).toHaveBeenCalledTimes(1)
  })

  test('says that a notice could not be marked, and shows it as it was', async () => {
    const read = notice('task-1', '2026-11-20T10:00:00Z', { isRead: true })
    const { user } = openPanel({ all: [read] })
    await user.click(screen.getByRole('radio', { name: 'All' }))
    answers = 500
    await user.click(screen.getByRole('button', { name: 'Mark as unread: task-1' }))
    expect(await screen.findByText('The notification could not be marked')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Mark as unread: task-1' })).toBeTruthy()
  })

  test('spec 2 §8: says why a mockup without an address cannot be opened, and stays open', async () => {
    const mockup = notice('mockup-1', '2026-11-20T10:00:00Z', {
      source: 'mockup_notifications',
      target: null,
    })
    const { user, onClose } = openPanel({ unread: [mockup] })
    await user.click(screen.getByRole('button', { name: /mockup-1/ }))
    expect(await screen.findByText('Unable to open mockup page - missing UUID.')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('marks such a mockup as read all the same', async () => {
    const mockup = notice('mockup-1', '2026-11-20T10:00:00Z', {
      source: 'mockup_notifications',
      target: null,
    })
    const { user } = openPanel({ unread: [mockup] })
    await user.click(screen.getByRole('button', { name: /mockup-1/ }))
    await waitFor(() => expect(writes().map(({ body }) => body)).toEqual([JSON.stringify({ is_read: true })]))
  })

  test('spec 2 §2: shows one source when asked, and says how much of each is unread', async () => {
    const { user } = openPanel({
      unread: [
        notice('reply', '2026-11-20T10:00:00Z', { source: 'task_reply_notifications' }),
        notice('van', '2026-11-20T09:00:00Z', { source: 'delivery_notifications' }),
      ],
    })
    const choice = screen.getByRole('combobox', { name: 'Source' })
    expect([...choice.querySelectorAll('option')].map(({ text }) => text)).toEqual([
      'All sources',
      'Task replies (1 unread)',
      'Mockups',
      'Deliveries (1 unread)',
      'Partial deliveries',
      'Tasks and logistics',
    ])
    await user.selectOptions(choice, 'Deliveries (1 unread)')
    expect(lines().map((line) => line?.split(' ')[0])).toEqual(['van'])
  })

  test('with nothing of a source says so', async () => {
    const { user } = openPanel({ unread: [notice('task', '2026-11-20T10:00:00Z')] })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Mockups')
    expect(screen.getByRole('heading', { name: 'All caught up!' })).toBeTruthy()
  })

  test('marks everything seen as read in one request', async () => {
    const { user } = openPanel({
      unread: [
        notice('first', '2026-11-20T10:00:00Z', { source: 'task_reply_notifications' }),
        notice('last', '2026-11-20T11:00:00Z'),
      ],
    })
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'POST')).toEqual([
        {
          method: 'POST',
          url: 'http://backend.test/rest/v1/rpc/mark_notices_read',
          body: JSON.stringify({ p_until: '2026-11-20T11:00:00.001Z' }),
        },
      ]),
    )
  })

  test('marks only the chosen source as read', async () => {
    const { user } = openPanel({
      unread: [
        notice('reply', '2026-11-20T10:00:00Z', { source: 'task_reply_notifications' }),
        notice('task', '2026-11-20T11:00:00Z'),
      ],
    })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'Task replies (1 unread)')
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        JSON.stringify({ p_until: '2026-11-20T10:00:00.001Z', p_source: 'task_reply_notifications' }),
      ]),
    )
  })

  test('undoes “mark all as read” for what was marked', async () => {
    const { user } = openPanel({ unread: [notice('last', '2026-11-20T11:00:00Z')] })
    marked = ['n1']
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(sent.find(({ url }) => url.endsWith('mark_notices_unread'))?.body).toBe('{"p_ids":["n1"]}'),
    )
  })

  test('answers a reply and mutes its task in place', async () => {
    const reply = notice('reply', '2026-11-20T10:00:00Z', {
      source: 'task_reply_notifications',
      target: { kind: 'task', id: 't1' },
      words: 'Chip is on your desk',
    })
    let { user } = openPanel({ unread: [reply] })
    expect(screen.getByText('Chip is on your desk')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Answer: reply' }))
    await user.type(screen.getByRole('textbox', { name: /^Answer to/ }), 'Thanks')
    await user.click(screen.getByRole('button', { name: 'Add comment' }))
    await waitFor(() => expect(answer).toHaveBeenCalledWith('t1', 'Thanks'))
    await waitFor(() => expect(writes().length).toBe(1))
    cleanup()
    user = openPanel({ unread: [reply] }).user
    await user.click(screen.getByRole('button', { name: 'Mute: reply' }))
    await waitFor(() => expect(sent.find(({ url }) => url.includes('/task_mutes'))?.body).toContain('"task_id":"t1"'))
  })

  test('has nothing to mark where nothing is unread', () => {
    openPanel()
    expect(screen.getByRole('button', { name: 'Mark all as read' }).hasAttribute('disabled')).toBe(true)
  })

  test('spec 2 §7: says how many unread ones there are beyond the 50 of each source', () => {
    openPanel({ unread: [notice('task', '2026-11-20T10:00:00Z')], beyond: { notifications: 9999 } })
    expect(screen.getByText('9999 more unread. They show here as these are read.')).toBeTruthy()
  })

  test('remembers in this browser that arriving notices are to show on the screen', async () => {
    const { user } = openPanel()
    const choice = screen.getByRole('switch', { name: 'Show new notifications on the screen as they arrive' })
    expect(choice).toHaveProperty('checked', false)
    await user.click(choice)
    expect(localStorage.getItem('signwright:notice-toasts')).toBe('true')
  })
})
