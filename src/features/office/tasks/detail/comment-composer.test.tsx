// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
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

const picture = '<img src="data:image/png;base64,AAAA" alt="">'

test('spec 2 §5: a picture alone is a comment, and is kept until it is added', async () => {
  const sent = fakeBackend()
  keptComment(maria, taskId).keep({ ...written, html: `<p>${picture}</p>` })
  composer()
  await waitFor(() => expect(addButton().disabled).toBe(false))
  expect(keptComment(maria, taskId).read()?.html).toContain('<img')
  fireEvent.click(addButton())
  await screen.findByText('Comment added successfully')
  const comments = sent.filter(({ method, path }) => method === 'POST' && path === '/rest/v1/task_comments')
  expect(comments).toMatchObject([{ body: { content: expect.stringContaining('data:image/png;base64,AAAA') } }])
})

test('spec 2 §8: a reply with a picture is improved without sending the picture, which comes back to its place', async () => {
  const sent = fakeBackend({
    'POST /functions/v1/improve-grammar': { body: { improvedText: '<p>Here it is: [picture 1]</p>' } },
  })
  keptComment(maria, taskId).keep({ ...written, html: `<p>Her it is: ${picture}</p>` })
  const user = composer()
  await user.click(await screen.findByRole('button', { name: 'Improve with AI' }))
  await screen.findByText('AI has enhanced your reply for clarity and grammar')
  expect(sent.find(({ path }) => path === '/functions/v1/improve-grammar')?.body).toEqual({
    text: '<p>Her it is: [picture 1]</p>',
  })
  await waitFor(() => expect(keptComment(maria, taskId).read()?.html).toContain(`Here it is: ${picture}`))
})

test.each([
  [502, { error: 'The grammar provider did not answer. Please try again later.', code: 'x' }],
  [500, 'no words'],
])('Improvement failed (reason, or Please try again or contact support): %i', async (status, body) => {
  fakeBackend({ 'POST /functions/v1/improve-grammar': { status, body } })
  keptComment(maria, taskId).keep(written)
  const user = composer()
  await user.click(await screen.findByRole('button', { name: 'Improve with AI' }))
  expect(await screen.findByText('Improvement failed')).toBeTruthy()
  const reason = typeof body === 'string' ? 'Please try again or contact support' : body.error
  expect(screen.getByText(reason)).toBeTruthy()
})

test.each([
  ['Not today', 'Failed to add comment: Not today'],
  ['', 'Failed to add comment'],
])('a comment that is refused because of “%s” stays: %s', async (message, said) => {
  fakeBackend({ 'POST /rest/v1/task_comments': { status: 400, body: { code: '23514', message } } })
  keptComment(maria, taskId).keep(written)
  composer()
  fireEvent.click(addButton())
  expect(await screen.findByText(said)).toBeTruthy()
  expect(keptComment(maria, taskId).read()?.html).toBe(written.html)
})

test('spec 2 §8: without an answer a comment and a file say that the server cannot be reached', async () => {
  fakeBackend()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  keptComment(maria, taskId).keep(written)
  const user = composer()
  fireEvent.click(addButton())
  expect(await screen.findByText('Failed to add comment: The server cannot be reached')).toBeTruthy()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('There is no place for files')
  await user.upload(chooser, new File(['x'], 'plan.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText('File upload failed: The server cannot be reached')).toBeTruthy()
})
