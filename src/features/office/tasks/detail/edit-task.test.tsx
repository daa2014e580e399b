// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { writeChecklist } from '@/shared/domain/tasks/task-checklist'
import { draftOf } from '@/shared/hooks/draft'
import { fakeBackend, hear, keepTask, maria, mark, ReadTask, show, task, taskId } from './testing'
import { textEditSchema } from './text/use-text-edit'

afterEach(() => {
  cleanup()
  notifications.clean()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const room = 20_000
const button = (name: string) => screen.getByRole('button', { name })
const seen = { title: task.title, description: task.description }
const checklist = writeChecklist([{ id: 'a', text: 'Cut', completed: false }])

describe('the title', () => {
  const field = () => screen.getByRole('textbox', { name: 'Title' })

  test(
    'is changed in place',
    async () => {
      const backend = keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(button('Edit title'))
      await user.type(field(), ' 2{Enter}')
      expect(await screen.findByRole('heading', { name: 'Van wrap 2' })).toBeTruthy()
      expect(backend.rows.title).toBe('Van wrap 2')
      await waitFor(() => expect(document.activeElement).toBe(button('Edit title')))
    },
    room,
  )

  test(
    'is not saved over a colleague’s: both stand in words until one is chosen',
    async () => {
      const backend = keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(button('Edit title'))
      backend.rows.title = 'Van wrap, white'
      await user.type(field(), ' 2{Enter}')
      expect(await screen.findByText(/Somebody else changed the title meanwhile/)).toBeTruthy()
      expect(screen.getByText('Van wrap, white')).toBeTruthy()
      expect([backend.rows.title, field()]).toMatchObject(['Van wrap, white', { value: 'Van wrap 2' }])
      await user.click(button('Save mine over it'))
      expect(await screen.findByRole('heading', { name: 'Van wrap 2' })).toBeTruthy()
      expect(backend.rows.title).toBe('Van wrap 2')
    },
    room,
  )

  test(
    'of a colleague is taken over at once where nothing was typed, and said where something was',
    async () => {
      keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(button('Edit title'))
      await hear({ title: 'Van wrap, red' })
      expect(field()).toHaveProperty('value', 'Van wrap, red')
      await user.type(field(), '!')
      await hear({ title: 'Van wrap, blue' })
      await user.click(button('Take theirs'))
      expect(screen.getByRole('heading', { name: 'Van wrap, blue' })).toBeTruthy()
    },
    room,
  )

  test(
    'that could not be saved stays typed, also after a reload',
    async () => {
      keepTask({ ...seen }).refuse = true
      const user = show(<ReadTask />)
      await user.click(button('Edit title'))
      await user.type(field(), ' 2{Enter}')
      expect(await screen.findByText('Failed to update task: offline')).toBeTruthy()
      cleanup()
      show(<ReadTask />)
      expect(field()).toHaveProperty('value', 'Van wrap 2')
    },
    room,
  )

  test(
    'is never empty',
    async () => {
      keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(button('Edit title'))
      await user.clear(field())
      expect(screen.getByText('A task needs a title.')).toBeTruthy()
      expect(button('Save title')).toHaveProperty('disabled', true)
    },
    room,
  )
})

describe('the description', () => {
  const typed = (text: string) =>
    draftOf(maria, `description-${taskId}`, textEditSchema).keep({ id: taskId, seen: '<p>Both sides.</p>', text })
  const save = async (user: ReturnType<typeof show>) =>
    user.click(await screen.findByRole('button', { name: 'Save description' }))

  test(
    'is saved over the checklist as a colleague has ticked it meanwhile',
    async () => {
      const backend = keepTask({
        ...seen,
        description: `<p>Both sides.</p>${checklist.replace('unchecked', 'checked')}`,
      })
      typed('<p>One side.</p>')
      const user = show(<ReadTask />)
      await save(user)
      await waitFor(() =>
        expect(backend.rows.description).toBe(`<p>One side.</p>${checklist.replace('unchecked', 'checked')}`),
      )
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Save description' })).toBe(null))
    },
    room,
  )

  test(
    'is not saved over a colleague’s words',
    async () => {
      const backend = keepTask({ ...seen, description: `<p>The roof too.</p>${checklist}` })
      typed('<p>One side.</p>')
      const user = show(<ReadTask />)
      await save(user)
      expect(await screen.findByText(/Somebody else changed the description meanwhile/)).toBeTruthy()
      expect(screen.getByText('The roof too.')).toBeTruthy()
      expect(backend.rows.description).toBe(`<p>The roof too.</p>${checklist}`)
      await user.click(button('Save mine over it'))
      await waitFor(() => expect(backend.rows.description).toBe(`<p>One side.</p>${checklist}`))
    },
    room,
  )

  test(
    'marks whom it mentions, and they join the task',
    async () => {
      const backend = keepTask({ ...seen })
      typed('<p>Ask @Mark Borg</p>')
      const user = show(<ReadTask />)
      await save(user)
      await waitFor(() => expect(backend.rows.description).toContain(`data-mention="${mark}">@Mark Borg</span>`))
    },
    room,
  )
})

describe('checklist lines', () => {
  const add = () => screen.getByRole('textbox', { name: 'New checklist item' })

  test(
    'are added, worded anew and removed',
    async () => {
      const backend = keepTask({ ...seen, description: null })
      const user = show(<ReadTask />)
      await hear({ description: null })
      await user.type(add(), 'Weed{Enter}')
      expect(await screen.findByRole('checkbox', { name: 'Weed' })).toBeTruthy()
      await screen.findByText('Todo updated')
      await waitFor(() => expect(backend.rows.description).toContain('>Weed</li>'))
      await hear({ description: backend.rows.description })
      await user.click(button('Edit Weed'))
      await user.type(screen.getByRole('textbox', { name: 'Words of Weed' }), ' twice{Enter}')
      expect(await screen.findByRole('checkbox', { name: 'Weed twice' })).toBeTruthy()
      await waitFor(() => expect(backend.rows.description).toContain('>Weed twice</li>'))
      await hear({ description: backend.rows.description })
      await waitFor(() => expect(document.activeElement).toBe(button('Edit Weed twice')))
      await user.tab()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(backend.rows.description).toBe(''))
      expect(document.activeElement).toBe(add())
    },
    room,
  )

  test(
    'that could not be added are still typed',
    async () => {
      keepTask({ ...seen }).refuse = true
      const user = show(<ReadTask />)
      await user.type(add(), 'Weed{Enter}')
      expect(await screen.findByText('Failed to update todo. Please try again.')).toBeTruthy()
      expect(add()).toHaveProperty('value', 'Weed')
      expect(screen.queryByRole('checkbox', { name: 'Weed' })).toBe(null)
    },
    room,
  )

  test(
    'that a colleague changed meanwhile say so, and Enter saves mine over theirs',
    async () => {
      const backend = keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(button('Edit Cut'))
      await user.type(screen.getByRole('textbox', { name: 'Words of Cut' }), ' film')
      backend.rows.description = `<p>Both sides.</p>${checklist.replace('>Cut<', '>Cut twice<')}`
      await user.keyboard('{Enter}')
      expect(await screen.findByText('Somebody else changed this line meanwhile.')).toBeTruthy()
      expect(screen.getByText(/Somebody else made it “Cut twice” meanwhile/)).toBeTruthy()
      await user.keyboard('{Enter}')
      await waitFor(() => expect(backend.rows.description).toContain('>Cut film</li>'))
    },
    room,
  )

  test(
    'whose line a colleague removed are kept to be added again',
    async () => {
      keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(button('Edit Cut'))
      await user.type(screen.getByRole('textbox', { name: 'Words of Cut' }), ' film')
      await hear({ description: '<p>Both sides.</p>' })
      expect(add()).toHaveProperty('value', 'Cut film')
    },
    room,
  )
})

test(
  'a due date is set with its reminder',
  async () => {
    const sent = fakeBackend({ 'PATCH /rest/v1/tasks': { body: [{ id: taskId }] } })
    const user = show(<ReadTask />)
    await user.click(button('Set due date'))
    await user.type(await screen.findByRole('textbox', { name: /is due by the end of/ }), '2026-12-01')
    await user.click(screen.getByRole('combobox', { name: 'Remind its people' }))
    await user.click(await screen.findByRole('option', { name: 'The day before', hidden: true }))
    await user.click(screen.getAllByRole('button', { name: 'Set due date' }).at(-1) ?? document.body)
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
        due_at: new Date(2026, 11, 1, 23, 59, 59).toISOString(),
        reminder_hours: 42,
      }),
    )
  },
  room,
)

test(
  'a task is deleted after a question, and its dialog closes',
  async () => {
    fakeBackend({ 'DELETE /rest/v1/tasks': { body: [{ id: taskId }] } })
    const onDeleted = vi.fn()
    const user = show(<ReadTask onDeleted={onDeleted} />)
    await user.click(button('Actions for this task'))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…', hidden: true }))
    await user.click(await screen.findByRole('button', { name: 'Delete task' }))
    await waitFor(() => expect(onDeleted).toHaveBeenCalledTimes(1))
  },
  room,
)

test(
  'whoever may not change a task has nothing to change it with',
  () => {
    fakeBackend()
    show(<ReadTask />, { as: '00000000-0000-4000-8000-000000000009' })
    const offers = ['Edit title', 'Edit description', 'Edit Cut', 'Set due date', 'Change assignees']
    expect(offers.filter((name) => screen.queryByRole('button', { name }))).toEqual([])
    expect(screen.queryByRole('textbox', { name: 'New checklist item' })).toBe(null)
  },
  room,
)

describe('what is typed after a button that begins an edit', () => {
  test(
    'goes to the description, whose editor has the focus',
    async () => {
      keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(await screen.findByRole('button', { name: 'Edit description' }))
      expect(document.activeElement?.tagName).not.toBe('BUTTON')
      expect(document.activeElement).not.toBe(document.body)
      await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Description'))
    },
    room,
  )

  test(
    'goes to the search for assignees',
    async () => {
      keepTask({ ...seen })
      const user = show(<ReadTask />)
      await user.click(await screen.findByRole('button', { name: 'Change assignees' }))
      await waitFor(() => expect(document.activeElement).toBe(screen.getByPlaceholderText('Search by name or role')))
    },
    room,
  )
})
