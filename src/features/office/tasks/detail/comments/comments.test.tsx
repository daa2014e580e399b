// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Comments } from './comments'
import { fakeBackend, mark, readAgain, show, staff, task, taskId } from '../testing'

const written = new Date('2026-11-20T10:00:30Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  vi.setSystemTime(written)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('spec 2 §9: a comment was written just now for a minute and no longer, while it is looked at', () => {
  fakeBackend()
  const comment = {
    id: 'a',
    user_id: mark,
    content: '<p>Done</p>',
    attachments: [],
    file_names: {},
    created_at: written.toISOString(),
    edited_at: null,
  }
  show(<Comments task={task} staff={staff} others={[]} onTyped={() => {}} />, { comments: [comment] })
  const age = () => screen.getByText('Done').closest('li')?.querySelector('time')?.textContent
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
  pass(59_000)
  expect(age()).toBe('Just now')
  pass(6_000)
  expect(age()).toBe('1 minute ago')
  pass(60_000)
  expect(age()).toBe('2 minutes ago')
})

test('spec 2 §7: comments stand in the order in which they were written, the newest page is read first', async () => {
  const said = (text: string, minute: number) => ({
    id: `00000000-0000-4000-8000-0000000000${minute}`,
    user_id: mark,
    content: `<p>${text}</p>`,
    attachments: [],
    file_names: {},
    created_at: `2026-11-20T10:${minute}:00+00:00`,
    edited_at: null,
  })
  const sent = fakeBackend({
    'GET /rest/v1/task_comments': { body: [said('third', 13), said('second', 12), said('first', 11)] },
  })
  show(<Comments task={task} staff={staff} others={[]} onTyped={() => {}} />)
  readAgain()
  await screen.findByText('third')
  const texts = screen.getAllByRole('listitem').map((item) => /first|second|third/.exec(item.textContent)?.[0])
  expect(texts).toEqual(['first', 'second', 'third'])
  expect(sent.find(({ path }) => path === '/rest/v1/task_comments')?.search).toContain(
    `task_id=eq.${taskId}&order=created_at.desc,id.desc&limit=30`,
  )
})

test('one’s own comment is changed and deleted in place, another’s is not; a changed one says so', async () => {
  vi.useRealTimers()
  const said = (id: string, user_id: string, edited_at: string | null = null) => ({
    id,
    user_id,
    content: `<p>By ${id}</p>`,
    attachments: [],
    file_names: {},
    created_at: '2026-11-20T10:00:00Z',
    edited_at,
  })
  const sent = fakeBackend({ 'PATCH /rest/v1/task_comments': { body: [{ id: 'mark' }] } })
  const user = show(<Comments task={task} staff={staff} others={[]} onTyped={() => {}} />, {
    as: mark,
    comments: [said('maria', 'somebody else', '2026-11-20T11:00:00Z'), said('mark', mark)],
  })
  const item = (words: string) => within(screen.getByText(words).closest('li') as HTMLElement)
  expect(item('By maria').getByText('edited')).toBeTruthy()
  expect(item('By maria').queryByRole('button', { name: 'Change or delete this comment' })).toBeNull()
  expect(item('By mark').queryByText('edited')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Change or delete this comment' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit', hidden: true }))
  await user.click(await screen.findByRole('button', { name: 'Save comment' }))
  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PATCH')).toMatchObject({ body: { content: '<p>By mark</p>' } }),
  )
})
