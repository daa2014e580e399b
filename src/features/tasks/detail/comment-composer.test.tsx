// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CommentComposer } from './comment-composer'
import { keptComment } from './comment-draft'
import { fakeBackend, maria, show, task, taskId } from './testing'

const id = '00000000-0000-4000-8000-000000000007'
const written = { id, html: '<p>Printed, drying now.</p>', files: [], missing: [] }
const composer = () => show(<CommentComposer task={task} onTyped={() => {}} />)
const addButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add comment' })

afterEach(() => {
  cleanup()
  notifications.clean()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('two clicks add one comment, and say so once', async () => {
  const sent = fakeBackend()
  keptComment(maria, taskId).keep(written)
  composer()
  const button = addButton()
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findAllByText('Comment added successfully')).toHaveLength(1)
  const comments = sent.filter(({ method, path }) => method === 'POST' && path === '/rest/v1/task_comments')
  expect(comments.map(({ body }) => body)).toEqual([
    { id, task_id: taskId, user_id: maria, content: written.html, attachments: [] },
  ])
  expect(keptComment(maria, taskId).read()).toBeNull()
})

test('a file that had not arrived before a reload is asked for again, and holds the comment up until then', async () => {
  fakeBackend()
  keptComment(maria, taskId).keep({ ...written, missing: ['front.png'] })
  const user = composer()
  expect(screen.getByText(/front.png had not arrived yet when you left. Please attach it again./)).toBeTruthy()
  expect([addButton().disabled, screen.queryByRole('button', { name: /Try front.png/ })]).toEqual([true, null])
  await user.click(screen.getByRole('button', { name: 'Remove front.png' }))
  expect(addButton().disabled).toBe(false)
})
