// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Account } from '@/shared/domain/people/account'
import type { Role } from '@/shared/domain/people/role'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { StaffScreen } from './staff-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const person = (id: string, name: string, role: Role, change: Partial<Account> = {}): Account => ({
  user_id: id,
  role,
  contact_id: id,
  name,
  last_name: null,
  logo_url: null,
  email: `${id}@example.com`,
  phone: null,
  profile: 'verified',
  registered_at: '2026-01-01T09:00:00Z',
  last_seen_at: null,
  is_confirmed: true,
  is_deactivated: false,
  has_temporary_password: false,
  has_second_factor: false,
  invited_at: null,
  invitation_ends_at: null,
  ...change,
})
const everybody = [
  person('me', 'Victor', 'admin'),
  person('maria', 'Maria', 'sales'),
  person('nico', 'Nico', 'team_member', { has_temporary_password: true }),
  person('ines', 'Ines', 'sales', {
    is_confirmed: false,
    invited_at: '2026-01-01T09:00:00Z',
    invitation_ends_at: '2999-01-08T09:00:00Z',
  }),
  person('gone', 'Glenn', 'team_member', { is_deactivated: true }),
  person('sarah', 'Sarah', 'client'),
  person('nadia', 'Nadia', 'pending'),
]

function open(role: Role, answer: (call: Call) => Answer = () => ({}), accounts = everybody) {
  const calls = serve((call) => {
    if (call.path.endsWith('/rpc/list_accounts')) return { body: accounts }
    return call.path.includes('/saved_views') ? { body: [] } : answer(call)
  })
  const user = showTo(
    role,
    <MemoryRouter>
      <StaffScreen />
    </MemoryRouter>,
  )
  return { calls, user }
}

const names = async () =>
  within(await screen.findByRole('table', { name: 'People' }))
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => everybody.find(({ name }) => textContent?.includes(name ?? ''))?.name)

describe('the list', () => {
  test('is who works here: no clients, nobody who waits, nobody who left', async () => {
    open('admin')
    expect(await names()).toEqual(['Ines', 'Maria', 'Nico', 'Victor'])
  })

  test('is sorted by its columns, as the address says', async () => {
    const { user } = open('admin')
    await names()
    await user.click(screen.getByRole('button', { name: 'Role' }))
    await waitFor(async () => expect(await names()).toEqual(['Victor', 'Maria', 'Ines', 'Nico']))
  })

  test('shows those who left when asked', async () => {
    const { user } = open('admin')
    await user.click(await screen.findByRole('checkbox', { name: 'Show deactivated' }))
    expect(await names()).toEqual(['Glenn', 'Ines', 'Maria', 'Nico', 'Victor'])
  })

  test('is searched by name', async () => {
    const { user } = open('admin')
    await user.type(await screen.findByRole('searchbox', { name: 'Search people' }), 'mar')
    await waitFor(async () => expect(await names()).toEqual(['Maria']))
    await user.type(screen.getByRole('searchbox', { name: 'Search people' }), 'xyz')
    expect(await screen.findByText('No people match these filters')).toBeTruthy()
  })

  test('has nothing to change for colleagues', async () => {
    open('sales')
    await names()
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
    expect(screen.queryAllByRole('combobox', { name: /^Role of/ })).toEqual([])
  })

  test('never offers to change oneself', async () => {
    open('admin')
    await names()
    expect(screen.queryByRole('combobox', { name: 'Role of Victor' })).toBeNull()
    expect(screen.getByRole('combobox', { name: 'Role of Maria' })).toBeTruthy()
  })
})

test('a role is changed, and a refusal is said and changes nothing', async () => {
  const { calls, user } = open('admin', () => ({ body: [] }))
  await user.click(await screen.findByRole('combobox', { name: 'Role of Maria' }))
  await user.click(await screen.findByRole('option', { name: 'Accounts' }))
  expect(await screen.findByText('You may not change the role of this person')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([{ role: 'accounts' }])
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Role of Maria' })).toHaveProperty('value', 'Sales'))
})

test('a colleague is invited, and a refused invitation keeps what was typed', async () => {
  let refusal: Answer = { status: 409, body: { error: 'Somebody with this address already has an account.' } }
  const { calls, user } = open('admin', () => refusal)
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite a colleague' }))
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /Email/ }))
  await user.keyboard('ines@example.com')
  await user.type(dialog.getByRole('textbox', { name: /First name/ }), 'Ines')
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(document.activeElement).toBe(dialog.getByRole('combobox', { name: /Role/ }))
  await user.click(dialog.getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: 'Sales' }))
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('Somebody with this address already has an account.')).toBeTruthy()
  expect(dialog.getByRole('textbox', { name: /Email/ })).toHaveProperty('value', 'ines@example.com')
  refusal = { body: { userId: 'ines' } }
  await user.click(dialog.getByRole('button', { name: 'Send invitation' }))
  expect(await screen.findByText('The invitation to ines@example.com is on its way')).toBeTruthy()
  expect(calls.filter(({ path }) => path.endsWith('/manage-staff')).map(({ body }) => body)).toEqual(
    Array(2).fill({ action: 'invite', email: 'ines@example.com', name: 'Ines', lastName: '', role: 'sales' }),
  )
})

test('an invitation that was lost is sent again, to those who never followed theirs', async () => {
  const { calls, user } = open('admin', () => ({ body: { userId: 'ines' } }))
  await user.click(await screen.findByRole('button', { name: 'More about Ines' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Invite again' }))
  expect(await screen.findByText('Ines gets another invitation by mail')).toBeTruthy()
  expect(calls.filter(({ path }) => path.endsWith('/manage-staff')).map(({ body }) => body)).toEqual([
    { action: 'invite-again', userId: 'ines' },
  ])
  await user.click(screen.getByRole('button', { name: 'More about Nico' }))
  await screen.findByRole('menuitem', { name: 'Set a temporary password' })
  expect(screen.queryAllByRole('menuitem', { name: 'Invite again' })).toEqual([])
})

test('an invitation says since when and until when it works, and one that ended is sent again from there', async () => {
  const ended = person('late', 'Luis', 'sales', {
    is_confirmed: false,
    invited_at: '2026-01-01T09:00:00Z',
    invitation_ends_at: '2026-01-08T09:00:00Z',
  })
  const { calls, user } = open('admin', () => ({ body: { userId: 'late' } }), [...everybody, ended])
  const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)
  expect((await row('Ines')).getByText(/^Invited on 1 Jan 2026, works until 8 Jan 2999, \d\d:\d\d$/)).toBeTruthy()
  expect((await row('Ines')).queryByRole('button', { name: 'Invite Ines again' })).toBeNull()
  expect((await row('Luis')).getByText(/^Invited on 1 Jan 2026, the invitation ended on 8 Jan 2026\./)).toBeTruthy()
  expect((await row('Maria')).queryByText(/^Invited/)).toBeNull()
  await user.click((await row('Luis')).getByRole('button', { name: 'Invite Luis again' }))
  expect(await screen.findByText('Luis gets another invitation by mail')).toBeTruthy()
  expect(calls.filter(({ path }) => path.endsWith('/manage-staff')).map(({ body }) => body)).toEqual([
    { action: 'invite-again', userId: 'late' },
  ])
})

test('somebody who leaves is deactivated after a question', async () => {
  const { calls, user } = open('admin', () => ({ body: { userId: 'nico' } }))
  await user.click(await screen.findByRole('button', { name: 'More about Nico' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Deactivate' }))
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
  expect(await screen.findByText('Nico is signed out everywhere')).toBeTruthy()
  expect(calls.filter(({ path }) => path.endsWith('/manage-staff')).map(({ body }) => body)).toEqual([
    { action: 'deactivate', userId: 'nico' },
  ])
})

test('A12: making somebody an admin asks, says what it means, and can be undone', async () => {
  const { calls, user } = open('admin', ({ method }) => (method === 'PATCH' ? { body: [{ user_id: 'maria' }] } : {}))
  const given = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  const choose = async () => {
    await user.click(await screen.findByRole('combobox', { name: 'Role of Maria' }))
    await user.click(await screen.findByRole('option', { name: 'Admin' }))
    return screen.findByRole('dialog', { name: 'Make Maria an admin?' })
  }
  const asked = await choose()
  expect(asked.textContent).toContain('An admin sees and changes everything')
  await user.click(within(asked).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(given()).toEqual([])

  await user.click(within(await choose()).getByRole('button', { name: 'Make admin' }))
  expect(await screen.findByText('Maria is now admin')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Maria is sales again')).toBeTruthy()
  expect(given()).toEqual([{ role: 'admin' }, { role: 'sales' }])
})

test('A12: nobody is invited as an admin unasked', async () => {
  const { calls, user } = open('admin')
  const invitations = () => calls.filter(({ path }) => path.includes('/manage-staff'))
  await user.click(await screen.findByRole('button', { name: 'Invite' }))
  const invitation = await screen.findByRole('dialog', { name: 'Invite a colleague' })
  await user.type(within(invitation).getByLabelText(/Email/), 'bruno@example.com')
  await user.type(within(invitation).getByLabelText(/First name/), 'Bruno')
  await user.click(within(invitation).getByRole('combobox', { name: 'Role' }))
  await user.click(await screen.findByRole('option', { name: 'Admin' }))
  await user.click(within(invitation).getByRole('button', { name: 'Send invitation' }))
  const asked = await screen.findByRole('dialog', { name: 'Make Bruno an admin?' })
  expect(invitations()).toEqual([])
  await user.click(within(asked).getByRole('button', { name: 'Make admin' }))
  await waitFor(() => expect(invitations()).toHaveLength(1))
})
