// @vitest-environment happy-dom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Comments } from './comments'
import { fakeBackend, mark, show, staff, task } from './testing'

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

test('a comment was written just now for a minute and no longer, while it is looked at', () => {
  fakeBackend()
  const comment = {
    id: 'a',
    user_id: mark,
    content: '<p>Done</p>',
    attachments: [],
    created_at: written.toISOString(),
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
