// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AssigneePicker } from './assignee-picker'
import { completeBrowser, serve, show } from './testing'

const people = [
  { user_id: 'm', role: 'sales' },
  { user_id: 'p', role: 'account_manager' },
  { user_id: 'c', role: 'client' },
  { user_id: 'n', role: 'sales' },
]
const contacts = [
  { user_id: 'm', name: 'Maria', last_name: 'Żahra', logo_url: null },
  { user_id: 'p', name: 'Petra', last_name: null, logo_url: null },
  { user_id: 'c', name: 'Clara', last_name: 'Client', logo_url: null },
  { user_id: 'n', name: null, last_name: null, logo_url: null },
]
const withStaff = () =>
  serve(({ path, search }) => ({
    body:
      path === '/rest/v1/user_roles'
        ? people.filter(({ role }) => !search.includes(`neq.${role}`) && !search.includes(`(${role}`))
        : contacts,
  }))
const picker = (isPrivate = false) =>
  show(<AssigneePicker value={[]} isPrivate={isPrivate} disabled={false} onChange={() => {}} />)
const field = () => screen.getByPlaceholderText<HTMLInputElement>(/Search by name or role|Only you/)
const offered = async (typed: string) => {
  const user = userEvent.setup()
  await user.click(field())
  await screen.findAllByRole('option', { hidden: true })
  await user.clear(field())
  if (typed !== '') await user.type(field(), typed)
  return screen.getAllByRole('option', { hidden: true }).map(({ textContent }) => textContent)
}

beforeEach(completeBrowser)
afterEach(cleanup)

test('spec 2 §5, §7: the list excludes users whose role is client and contacts without a name', async () => {
  withStaff()
  picker()
  expect(await offered('')).toEqual(['Maria Żahra · sales', 'Petra · account manager'])
})

test('spec 2 §5: search filters by name or role text', async () => {
  withStaff()
  picker()
  expect(await offered('pet')).toEqual(['Petra · account manager'])
  expect(await offered('SALES')).toEqual(['Maria Żahra · sales'])
  expect(await offered('account_man')).toEqual(['Petra · account manager'])
  expect(await offered('zahra')).toEqual(['Maria Żahra · sales'])
})

test('spec 2 §4: turning the private toggle on disables the assignee picker', () => {
  withStaff()
  picker(true)
  expect([field().disabled, field().placeholder]).toEqual([true, 'Only you'])
})

test('spec 2 §7, §8: assignable users that cannot be read are an empty list', async () => {
  serve(() => ({ status: 500, body: { message: 'broken' } }))
  picker()
  fireEvent.click(field())
  expect(await screen.findByText('Nobody found')).toBeTruthy()
})

test('Enter picks the first match, and never creates the task without that person', async () => {
  withStaff()
  const [picked, submitted] = [vi.fn(), vi.fn()]
  const form = (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submitted()
      }}
    >
      <AssigneePicker value={[]} isPrivate={false} disabled={false} onChange={picked} />
      <button type="submit">Create task</button>
    </form>
  )
  show(form)
  const user = userEvent.setup()
  await user.click(field())
  await screen.findAllByRole('option', { hidden: true })
  await user.type(field(), 'pet{Enter}')
  expect(picked.mock.calls).toEqual([[['p']]])
  await user.clear(field())
  await user.type(field(), 'nobody of that name{Enter}')
  expect([picked.mock.calls.length, submitted.mock.calls.length]).toEqual([1, 0])
})
