// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { NEVER, Subject } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import type { Signal } from '@/streams/realtime/channels'
import { keptComment } from './comments/comment-draft'
import { TaskDialog } from './task-dialog'
import { fakeBackend, maria, show, taskId } from './testing'

const replies = new Subject<Signal>()
vi.mock('@/streams/realtime/live-channels', async (original) => ({
  ...(await original<object>()),
  channel: (topic: string) => (topic.startsWith('user:') ? replies : NEVER),
}))
const nudge = (table: string) => ({ table, op: 'INSERT', id: null })

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const dialogAt = (address: string) => show(<TaskDialog />, { at: address })

test('spec 2 §4: opening a task marks its reply notices read after 100 ms', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const sent = fakeBackend()
  dialogAt(`/tasks?task=${taskId}`)
  const marked = () =>
    sent.filter(({ method }) => method === 'PATCH').map(({ path, search, body }) => [path + search, body])
  await act(() => vi.advanceTimersByTimeAsync(99))
  expect(marked()).toEqual([])
  await act(() => vi.advanceTimersByTimeAsync(2))
  expect(marked()).toEqual([
    [`/rest/v1/task_reply_notifications?user_id=eq.${maria}&task_id=eq.${taskId}&is_read=eq.false`, { is_read: true }],
  ])
})

test('a reply that comes while the task is looked at is a read notice', async () => {
  const sent = fakeBackend()
  dialogAt(`/tasks?task=${taskId}`)
  const marked = () => sent.filter(({ method, path }) => method === 'PATCH' && path.includes('task_reply')).length
  await waitFor(() => expect(marked()).toBe(1))
  await act(async () => replies.next({ kind: 'message', event: 'changed', payload: nudge('task_reply_notifications') }))
  await waitFor(() => expect(marked()).toBe(2))
  await act(async () => replies.next({ kind: 'message', event: 'changed', payload: nudge('mockup_notifications') }))
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  await act(async () => replies.next({ kind: 'message', event: 'changed', payload: nudge('task_reply_notifications') }))
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  expect(marked()).toBe(2)
  document.dispatchEvent(new Event('visibilitychange'))
  // The hidden reply may settle only now, and is read once more then.
  await waitFor(() => expect(marked()).toBeGreaterThanOrEqual(3))
})

test('an address in capitals means the same task', async () => {
  const sent = fakeBackend()
  dialogAt('/tasks?task=00000000-0000-4000-8000-00000000ABCD')
  expect(await screen.findByText('Task not found')).toBeTruthy()
  const asked = sent.find(({ path }) => path === '/rest/v1/tasks')?.search
  expect(asked).toContain('id=eq.00000000-0000-4000-8000-00000000abcd')
})

test.each(['', 'abc', '00000000-0000-4000-8000-00000000000f'])('Task not found: %s', async (id) => {
  fakeBackend()
  dialogAt(`/tasks?task=${id}`)
  expect(await screen.findByText('Task not found')).toBeTruthy()
})

test('spec 2 §8: what was being written about a task that is gone can still be read', async () => {
  fakeBackend()
  const gone = '00000000-0000-4000-8000-00000000000f'
  keptComment(maria, gone).keep({ id: gone, html: '<p>Half a sentence</p>', files: [], missing: [] })
  dialogAt(`/tasks?task=${gone}`)
  expect((await screen.findByRole('region', { name: 'Your comment that was not added' })).textContent).toContain(
    'Half a sentence',
  )
})

test('a file that is dropped beside the place for it does not take the page away', () => {
  fakeBackend()
  dialogAt(`/tasks?task=${taskId}`)
  const place = screen.getByRole('region', { name: 'Description' })
  const isKept = (types: string[]) => !fireEvent.drop(place, { dataTransfer: { types, files: [] } })
  expect([isKept(['Files']), isKept(['text/plain'])]).toEqual([true, false])
})
