// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TaskComment } from '../api/detail/comments.query'
import { Checklist } from './text/checklist'
import { typingText } from './comments/comments'
import { OpenTask } from './open-task'
import { RelatedTo } from './related-to'
import { fakeBackend, maria, mark, show, staff, task, taskId } from './testing'

afterEach(() => {
  cleanup()
  notifications.clean()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const room = 20_000
const open = (as = maria, known: { comments?: TaskComment[]; change?: Partial<typeof task> } = {}) =>
  show(
    <OpenTask task={{ ...task, ...known.change }} staff={staff} others={[]} onTyped={() => {}} onDeleted={() => {}} />,
    {
      as,
      comments: known.comments ?? [],
    },
  )
const said = (user_id: string | null, content: string): TaskComment => ({
  id: content,
  user_id,
  content,
  attachments: [],
  file_names: {},
  created_at: '2026-11-20T10:00:00Z',
  edited_at: null,
})
const toast = (text: string) => waitFor(() => expect(screen.getByText(text)).toBeTruthy())

describe('the checklist', () => {
  const list = (mayChange = true) => <Checklist task={task} mayChange={mayChange} />
  const box = () => screen.getByRole('checkbox', { name: 'Cut' })
  const ticked = (task.description ?? '').replace('unchecked', 'checked')

  test(
    'spec 2 §4, §8: toggling flips completed and saves the whole checklist back to the task',
    async () => {
      const sent = fakeBackend({ 'POST /rest/v1/rpc/replace_task_description': { body: ticked } })
      const user = show(list())
      await user.click(box())
      await toast('Todo updated')
      await toast('Task todo list has been updated successfully.')
      expect(sent.map(({ body }) => body)).toEqual([
        { p_task_id: taskId, p_expected: task.description, p_description: ticked },
      ])
      expect(box()).toHaveProperty('checked', true)
    },
    room,
  )

  test(
    'spec 2 §4, §8: on failure the prior state is restored with an error toast',
    async () => {
      fakeBackend({ 'POST /rest/v1/rpc/replace_task_description': { status: 500, body: { message: 'no' } } })
      const user = show(list())
      await user.click(box())
      await toast('Error')
      await toast('Failed to update todo. Please try again.')
      expect(box()).toHaveProperty('checked', false)
    },
    room,
  )

  test(
    'what somebody else ticked meanwhile is kept: the tick is set on top of it',
    async () => {
      fakeBackend()
      const theirs = `<p>Changed.</p>${task.description?.slice('<p>Both sides.</p>'.length)}`
      const wanted: unknown[] = []
      vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
        const { p_expected, p_description } = JSON.parse(String(init.body))
        wanted.push(p_description)
        return Response.json(p_expected === theirs ? p_description : theirs)
      })
      const user = show(list())
      await user.click(box())
      await toast('Todo updated')
      expect(wanted).toEqual([ticked, theirs.replace('unchecked', 'checked')])
    },
    room,
  )

  test(
    'spec 2 §4: controls are disabled while saving',
    async () => {
      fakeBackend()
      let answer = (_: Response) => {}
      const asked = vi.fn(() => new Promise<Response>((resolve) => (answer = resolve)))
      vi.stubGlobal('fetch', asked)
      const user = show(list())
      const controls = () => [box(), ...['Edit Cut', 'Remove Cut'].map((name) => screen.getByRole('button', { name }))]
      const off = () => controls().map((control) => control.getAttribute('aria-disabled'))
      expect(off()).toEqual([null, null, null])
      await user.click(box())
      expect(off()).toEqual(['true', 'true', 'true'])
      await user.click(box())
      await user.click(screen.getByRole('button', { name: 'Remove Cut' }))
      expect([box(), asked.mock.calls.length]).toMatchObject([{ checked: true }, 1])
      answer(Response.json(ticked))
      await toast('Todo updated')
      expect(off()).toEqual([null, null, null])
    },
    room,
  )

  test('is not ticked by whoever may not change the task', () => {
    show(list(false))
    expect(box()).toHaveProperty('disabled', true)
  })
})

describe('ready marks', () => {
  const people = () => within(screen.getByRole('list', { name: 'People' }))

  test(
    'spec 2 §4: a user who is an assignee or the creator and is not yet ready sees Mark me Ready',
    async () => {
      for (const as of [maria, mark]) {
        fakeBackend()
        open(as)
        expect(screen.getByRole('button', { name: 'Mark me Ready' })).toBeTruthy()
        cleanup()
      }
    },
    room,
  )

  test(
    'spec 2 §6: ready marking is only for the creator and assignees',
    () => {
      fakeBackend()
      open('00000000-0000-4000-8000-000000000009')
      expect(screen.queryByRole('button', { name: 'Mark me Ready' })).toBe(null)
    },
    room,
  )

  test(
    'spec 2 §4: after marking, an Undo Ready button sets it false',
    async () => {
      const sent = fakeBackend()
      const user = open(mark)
      await user.click(screen.getByRole('button', { name: 'Mark me Ready' }))
      await user.click(await screen.findByRole('button', { name: 'Undo Ready' }))
      await screen.findByRole('button', { name: 'Mark me Ready' })
      expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
        { task_id: taskId, user_id: mark, ready: true },
        { task_id: taskId, user_id: mark, ready: false },
      ])
      expect(people().queryByText('Ready')).toBe(null)
    },
    room,
  )

  test(
    'spec 2 §8: Failed to mark as ready. Please try again.',
    async () => {
      fakeBackend({ 'POST /rest/v1/task_ready': { status: 403, body: { message: 'no' } } })
      const user = open(mark)
      await user.click(screen.getByRole('button', { name: 'Mark me Ready' }))
      await toast('Failed to mark as ready. Please try again.')
    },
    room,
  )
})

describe('a task', () => {
  test(
    'spec 2 §6: that is private shows a Private badge to its creator',
    () => {
      fakeBackend()
      open(maria, { change: { assignees: [] } })
      expect(screen.getByText('Private')).toBeTruthy()
      cleanup()
      open(maria)
      expect(screen.queryByText('Private')).toBe(null)
    },
    room,
  )

  test(
    'spec 2 §8: without comments says: No comments yet. Be the first to comment!',
    () => {
      fakeBackend()
      open()
      expect(screen.getByText('No comments yet. Be the first to comment!')).toBeTruthy()
    },
    room,
  )

  test(
    'spec 2 §8: names fall back to Unknown or Someone',
    () => {
      fakeBackend()
      open(maria, { comments: [said(null, '<p>Hello</p>')], change: { created_by: null } })
      expect(screen.getAllByText('Unknown').length).toBe(2)
      expect(typingText([{ userId: 'gone', typing: true }], staff)).toBe('Someone is typing…')
    },
    room,
  )

  test(
    'spec 2 §3, §5: shows mentions highlighted and long URLs shortened',
    () => {
      fakeBackend()
      const url = `https://example.com/${'x'.repeat(40)}`
      open(maria, { comments: [said(mark, `<p>@maria see ${url}</p>`)] })
      expect(screen.getByText('@maria').className).toBe('mention')
      const link = screen.getByRole('link', { name: `${url.slice(0, 47)}…` })
      expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([url, 'noopener noreferrer nofollow'])
    },
    room,
  )
})

describe('contact and location', () => {
  const contact = { id: 'c', name: 'Blue Buoy', last_name: null, company: null }
  const related = (change: Partial<typeof task> = {}) => <RelatedTo task={{ ...task, ...change }} mayChange />

  test(
    'spec 2 §5: the location choice appears only when a contact is chosen',
    () => {
      fakeBackend()
      show(related())
      expect(screen.queryByRole('combobox', { name: 'Location' })).toBe(null)
      cleanup()
      show(related({ contact, contact_id: 'c' }))
      expect(screen.getByRole('combobox', { name: 'Location' })).toBeTruthy()
    },
    room,
  )

  test(
    'spec 2 §5, §7: contact search starts at 2 characters, matches name case-insensitively, 10 results maximum',
    async () => {
      const sent = fakeBackend({ 'GET /rest/v1/contacts': { body: [contact] } })
      const user = show(related())
      const field = screen.getByRole('combobox', { name: 'Contact' })
      await user.click(field)
      await user.type(field, 'b')
      expect(await screen.findByText('Type at least 2 characters')).toBeTruthy()
      await user.type(field, 'l')
      await screen.findByRole('option', { name: 'Blue Buoy', hidden: true })
      const asked = sent.filter(({ path }) => path === '/rest/v1/contacts')
      expect(asked.map(({ search }) => search.replace(/select=[^&]*&/, ''))).toEqual([
        '?search_text=ilike.%bl%&order=name.asc,id.asc&limit=50',
      ])
    },
    room,
  )

  test(
    'an asterisk in a contact search means itself',
    async () => {
      fakeBackend({ 'GET /rest/v1/contacts': { body: [contact, { ...contact, id: 's', name: 'Blue *Star*' }] } })
      const user = show(related())
      const field = screen.getByRole('combobox', { name: 'Contact' })
      await user.click(field)
      await user.type(field, '*s')
      await screen.findByRole('option', { name: 'Blue *Star*', hidden: true })
      expect(screen.queryByRole('option', { name: 'Blue Buoy', hidden: true })).toBe(null)
    },
    room,
  )

  test(
    'spec 2 §5: the location is reset when the contact changes, and what is chosen waits through a reload until it is saved',
    async () => {
      const red = { ...contact, id: 'r', name: 'Red Roof' }
      const sent = fakeBackend({
        'GET /rest/v1/contacts': { body: [red] },
        'PATCH /rest/v1/tasks': { body: [{ id: taskId }] },
      })
      const user = show(related({ contact, contact_id: 'c', location_id: 'l' }))
      const field = screen.getByRole('combobox', { name: 'Contact' })
      await user.clear(field)
      await user.type(field, 're')
      await user.click(await screen.findByRole('option', { name: 'Red Roof', hidden: true }))
      cleanup()
      const again = show(related({ contact, contact_id: 'c', location_id: 'l' }))
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Contact' }).value).toBe('Red Roof')
      await again.click(screen.getByRole('button', { name: 'Save' }))
      await toast('Task contact and location updated successfully')
      expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ contact_id: 'r', location_id: null })
      expect(localStorage.length).toBe(0)
    },
    room,
  )

  test(
    'spec 2 §2, §5, §8: clearing the contact clears the location, and empty values are saved as null',
    async () => {
      const sent = fakeBackend({ 'PATCH /rest/v1/tasks': { body: [{ id: taskId }] } })
      const user = show(related({ contact, contact_id: 'c', location_id: 'l' }))
      const clear = document.querySelector('.mantine-InputClearButton-root, [class*="InputClearButton"]')
      if (!clear) throw new Error('The contact has no clear button')
      await user.click(clear)
      expect(screen.queryByLabelText('Location')).toBe(null)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await toast('Success')
      await toast('Task contact and location updated successfully')
      expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ contact_id: null, location_id: null })
    },
    room,
  )

  test(
    'spec 2 §8: Error - Failed to update task',
    async () => {
      fakeBackend({ 'PATCH /rest/v1/tasks': { status: 500, body: { message: 'no' } } })
      const user = show(related({ contact, contact_id: 'c' }))
      const clear = document.querySelector('.mantine-InputClearButton-root, [class*="InputClearButton"]')
      if (!clear) throw new Error('The contact has no clear button')
      await user.click(clear)
      await user.click(screen.getByRole('button', { name: 'Save' }))
      await toast('Failed to update task')
    },
    room,
  )
})
