// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { RolePermissionsScreen } from './role-permissions-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const permissions = (
  <MemoryRouter>
    <RolePermissionsScreen />
  </MemoryRouter>
)

/** A database with one row of rights; with `refuses` it refuses writes. */
function database({ refuses = false } = {}) {
  let tasks = { page_name: 'tasks', can_view: true, can_create: false, can_edit: false, can_delete: false }
  let held: string[] = []
  return serve(({ method, path, body }: Call): Answer => {
    if (method !== 'GET' && refuses)
      return { status: 403, body: { code: '42501', message: 'permission denied for table' } }
    if (path.includes('/page_permissions')) {
      if (method === 'POST') tasks = { ...tasks, ...Object(body) }
      return { body: [tasks] }
    }
    if (path.includes('/role_permissions')) {
      if (method === 'POST') held = ['brands']
      if (method === 'DELETE') held = []
      return { body: held.map((permission_id) => ({ permission_id })) }
    }
    return { body: [{ id: 'brands', name: 'view_brands', description: 'See brands' }] }
  })
}

const box = (name: string) => screen.findByRole('checkbox', { name })
const writes = (calls: Call[]) => calls.filter(({ method }) => method !== 'GET')

test('a right is saved as it is given, with the view that it needs and nothing beside it', async () => {
  const calls = database()
  const user = showTo('admin', permissions)
  await user.click(await box('Edit Tasks'))
  expect(await box('Edit Tasks')).toHaveProperty('checked', true)
  await waitFor(() => expect(writes(calls)).toHaveLength(1))
  expect(writes(calls)[0]?.body).toEqual({ role: 'team_member', page_name: 'tasks', can_edit: true })

  await user.click(await box('Create Contacts'))
  await waitFor(() => expect(writes(calls)).toHaveLength(2))
  expect(writes(calls)[1]?.body).toEqual({
    role: 'team_member',
    page_name: 'contacts',
    can_view: true,
    can_create: true,
  })
})

test('a refused change goes back, and says why', async () => {
  database({ refuses: true })
  const user = showTo('admin', permissions)
  await user.click(await box('Delete Tasks'))
  expect(await screen.findByText('The change was not saved')).toBeTruthy()
  expect(screen.getByText('You may not do this. Your rights may have changed meanwhile.')).toBeTruthy()
  expect(await box('Delete Tasks')).toHaveProperty('checked', false)
  expect(await box('View Tasks')).toHaveProperty('checked', true)
})

test('a named permission is given and taken', async () => {
  const calls = database()
  const user = showTo('admin', permissions)
  await user.click(await box('See brands'))
  await waitFor(() => expect(writes(calls).map(({ method }) => method)).toEqual(['POST']))
  await user.click(await box('See brands'))
  await waitFor(() => expect(writes(calls).map(({ method }) => method)).toEqual(['POST', 'DELETE']))
})

test('the own role is locked, and says so', async () => {
  database()
  const user = showTo('sales', permissions)
  expect(await box('Edit Tasks')).toHaveProperty('disabled', false)
  await user.click(screen.getByRole('tab', { name: 'Sales' }))
  expect(screen.getByText('This is your own role')).toBeTruthy()
  expect(await box('Edit Tasks')).toHaveProperty('disabled', true)
  expect(await box('See brands')).toHaveProperty('disabled', true)
})

test('the search leaves the pages that hold the words', async () => {
  database()
  const user = showTo('admin', permissions)
  await box('View Tasks')
  await user.type(screen.getByRole('searchbox', { name: 'Search rights' }), 'invoices')
  await waitFor(() =>
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
      'Invoices',
      'Supplier invoices',
    ]),
  )
})

test('the address says which role is looked at and what is searched', async () => {
  database()
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/contacts/permissions?role=sales&q=supplier']}>
      <RolePermissionsScreen />
    </MemoryRouter>,
  )
  await box('View Supplier invoices')
  expect(screen.getByRole('tab', { name: 'Sales' }).getAttribute('aria-selected')).toBe('true')
  for (const { textContent } of screen.getAllByRole('rowheader')) expect(textContent).toMatch(/supplier/i)
})

test('admins get to what was given and taken so far, role by role', async () => {
  database()
  const user = showTo('admin', permissions)
  await user.click(screen.getByRole('tab', { name: 'Account manager' }))
  const link = screen.getByRole('link', { name: 'Changes for Account manager' })
  expect(link.getAttribute('href')).toBe('/audit-logs/account_manager')
})

test('who may not read the trail is not led there', async () => {
  database()
  showTo('sales', permissions)
  await box('View Tasks')
  expect(screen.queryByRole('link')).toBeNull()
})
