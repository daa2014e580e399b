// @vitest-environment happy-dom
import { cleanup, configure, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '@/shared/domain/people/role'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { noted } from '../testing'
import { SystemNotesScreen } from './system-notes-screen'

beforeAll(() => {
  configure({ asyncUtilTimeout: 10_000 })
})
beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(role: Role, answer: (call: Call) => Answer) {
  const calls = serve((call) => (call.path.includes('/system_notes') ? answer(call) : { body: [] }))
  const user = showTo(role, <SystemNotesScreen />)
  return {
    user,
    sent: (method: string) => calls.filter((call) => call.method === method && call.path.includes('/system_notes')),
  }
}
const title = () => screen.findByRole('textbox', { name: /Title/ })

test('an empty page says what it is for, and how to begin', async () => {
  const { user, sent } = open('admin', ({ method }) => ({ body: method === 'POST' ? { id: 'n1' } : [] }))
  await user.click(await screen.findByRole('button', { name: 'Write a note' }))
  await user.click(screen.getByRole('button', { name: 'Publish note' }))
  expect(screen.getByText('Please enter a title')).toBeTruthy()
  expect(document.activeElement).toBe(await title())
  await user.type(await title(), ' New van ')
  await user.click(screen.getByRole('button', { name: 'Publish note' }))
  expect(await screen.findByText('No notes yet')).toBeTruthy()
  expect(sent('POST').map(({ body }) => body)).toEqual([{ title: 'New van', body: '', pinned: false }])
})

test('whoever may only read gets no buttons', async () => {
  open('team_member', () => ({ body: [noted] }))
  expect(await screen.findByText('Closed on Friday')).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a note that is being written survives a reload', async () => {
  const { user } = open('admin', () => ({ body: [noted] }))
  await user.click(await screen.findByRole('button', { name: 'Write a note' }))
  await user.type(await title(), 'Half')
  cleanup()
  open('admin', () => ({ body: [noted] }))
  expect(await title()).toHaveProperty('value', 'Half')
})

test('a change by somebody else is shown before anything is saved over it', async () => {
  let now = noted
  const { user, sent } = open('admin', ({ method, path }) => {
    if (method !== 'PATCH') return { body: path.includes('id=eq.') ? now : [now] }
    if (path.includes(`row_version=eq.${now.row_version}`) && now.row_version > 1) return { body: [{ id: 'n1' }] }
    now = { ...noted, title: 'Closed on Monday', row_version: 2 }
    return { body: [] }
  })
  await user.click(await screen.findByRole('button', { name: 'Edit: Closed on Friday' }))
  await user.type(await title(), ' and Saturday')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Somebody else changed “Title” meanwhile')).toBeTruthy()
  expect(screen.getByText('It is “Closed on Monday” now.')).toBeTruthy()
  expect(await title()).toHaveProperty('value', 'Closed on Friday and Saturday')

  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('button', { name: 'Edit: Closed on Monday' })).toBeTruthy()
  expect(sent('PATCH').map(({ path }) => /row_version=eq\.\d/.exec(path)?.[0])).toEqual([
    'row_version=eq.1',
    'row_version=eq.2',
  ])
})
