// @vitest-environment happy-dom
import { cannotWaitWords } from '@/shared/domain/web/network-words'
import { notifications } from '@mantine/notifications'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { CommentComposer } from './comment-composer'
import { keptComment } from './comment-draft'
import { Comments } from './comments'
import { fakeBackend, maria, show, staff, task, taskId } from '../testing'

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
    { id, task_id: taskId, user_id: maria, content: written.html, attachments: [], file_names: {} },
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
  const user = show(<Comments task={task} staff={staff} others={[]} onTyped={() => {}} />)
  fireEvent.click(addButton())
  expect(await screen.findByText(said)).toBeTruthy()
  const unsent = screen.getByRole('list', { name: 'Comments that were not sent yet' })
  expect(unsent.textContent).toContain('Printed, drying now.')
  await user.click(screen.getByRole('button', { name: 'Change it' }))
  expect(keptComment(maria, taskId).read()?.html).toBe(written.html)
  expect(screen.queryByRole('list', { name: 'Comments that were not sent yet' })).toBeNull()
})

test('spec 2 §8: without an answer a comment waits for the network, and a file says that the server cannot be reached', async () => {
  fakeBackend()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  keptComment(maria, taskId).keep(written)
  const user = show(<Comments task={task} staff={staff} others={[]} onTyped={() => {}} />)
  fireEvent.click(addButton())
  expect(await screen.findByText('Waiting for the network')).toBeTruthy()
  expect(screen.queryByText('Comment added successfully')).toBeNull()
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!chooser) throw new Error('There is no place for files')
  await user.upload(chooser, new File(['x'], 'plan.pdf', { type: 'application/pdf' }))
  expect(await screen.findByText(`File upload failed: ${cannotWaitWords}`)).toBeTruthy()
})

type Row = {
  id: string
  task_id: string
  user_id: string
  content: string
  attachments: string[]
  created_at: string
}

/** A database of comments: an id is taken once. `answer` may hold an answer up or lose it. */
function keepComments(rows: Row[], answer: (given: () => Response) => Promise<Response> = async (given) => given()) {
  fakeBackend()
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(input)
    if (pathname !== '/rest/v1/task_comments') return Response.json([])
    if (init.method !== 'POST') {
      const id = searchParams.get('id')?.replace('eq.', '')
      return Response.json(id === undefined ? rows.toReversed() : rows.filter((row) => row.id === id))
    }
    const row: Row = { ...JSON.parse(String(init.body)), created_at: '2026-11-20T10:00:00Z' }
    const isTaken = rows.some(({ id }) => id === row.id)
    if (!isTaken) rows.push(row)
    return answer(() =>
      isTaken
        ? Response.json({ code: '23505', message: 'duplicate key' }, { status: 409 })
        : Response.json(null, { status: 201 }),
    )
  })
  return rows
}
const stored = (content: string): Row => ({
  id,
  task_id: taskId,
  user_id: maria,
  content,
  attachments: [],
  created_at: '2026-11-20T09:00:00Z',
})

test('words that were replaced in a second tab are added beside those that the first tab sent', async () => {
  const rows = keepComments([stored('<p>Sent by the other tab.</p>')])
  keptComment(maria, taskId).keep(written)
  composer()
  fireEvent.click(addButton())
  await screen.findByText('Comment added successfully')
  expect(rows.map(({ content }) => content)).toEqual(['<p>Sent by the other tab.</p>', written.html])
})

test('the same words whose answer was lost are there once', async () => {
  const rows = keepComments([stored(written.html)])
  keptComment(maria, taskId).keep(written)
  composer()
  fireEvent.click(addButton())
  await screen.findByText('Comment added successfully')
  expect(rows).toHaveLength(1)
})

test('while an answer is slow, the task can be closed and opened: what was sent is no draft any more', async () => {
  const { promise: slow, resolve: arrive } = Promise.withResolvers<void>()
  keepComments([], async (given) => slow.then(given))
  keptComment(maria, taskId).keep(written)
  const comments = <Comments task={task} staff={staff} others={[]} onTyped={() => {}} />
  const user = show(<Closable>{comments}</Closable>)
  fireEvent.click(addButton())
  expect(keptComment(maria, taskId).read()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close or open' }))
  await user.click(screen.getByRole('button', { name: 'Close or open' }))
  expect(addButton().disabled).toBe(true)
  expect(screen.getByRole('list', { name: 'Comments that were not sent yet' }).textContent).toContain('drying')
  arrive()
  await screen.findByText('Comment added successfully')
  expect(keptComment(maria, taskId).read()).toBeNull()
})

test('a draft that another tab sends goes from this one', async () => {
  fakeBackend()
  keptComment(maria, taskId).keep(written)
  show(<Comments task={task} staff={staff} others={[]} onTyped={() => {}} />)
  await waitFor(() => expect(addButton().disabled).toBe(false))
  const key = Object.keys(localStorage).find((one) => one.includes('comment-')) ?? ''
  const oldValue = localStorage.getItem(key)
  localStorage.removeItem(key)
  fireEvent(window, new StorageEvent('storage', { key, oldValue, newValue: null }))
  await waitFor(() => expect(addButton().disabled).toBe(true))
})

function Closable({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(!isOpen)}>Close or open</button>
      {isOpen ? children : null}
    </>
  )
}
