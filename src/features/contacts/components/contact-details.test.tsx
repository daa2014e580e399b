// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { ContactDetails } from './contact-details'
import { testCard, testLinks } from './testing'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** A table of one contact that takes an update of its current version only; `theirs` is written before the first one. */
function database(theirs: Record<string, unknown> = {}) {
  let stored: Record<string, unknown> = testCard()
  const others = Object.keys(theirs).length > 0 ? [theirs] : []
  const calls = serve(({ method, path, body }) => {
    if (!path.startsWith('/rest/v1/contacts')) return {}
    if (method === 'GET') return { body: path.includes('roles') ? [] : [stored] }
    for (const change of others.splice(0)) stored = { ...stored, ...change, row_version: 2 }
    if (!path.includes(`row_version=eq.${stored.row_version}`)) return { body: [] }
    stored = { ...stored, ...Object(body), row_version: Number(stored.row_version) + 1 }
    return { body: [{ id: stored.id }] }
  })
  return { calls, stored: () => stored }
}
const writes = (calls: Call[]) => calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))

async function edit(field: string, text: string) {
  const user = showTo(
    'admin',
    <MemoryRouter>
      <ContactDetails card={testCard()} links={testLinks} mayEdit />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  await user.clear(screen.getByLabelText(field))
  await user.type(screen.getByLabelText(field), text)
  return user
}

test('two people who change different fields of a card both get their way', async () => {
  const { calls, stored } = database({ city: 'Qormi' })
  const user = await edit('Phone', '9999 1111')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit contact' })).toBeNull())
  expect(writes(calls)).toEqual([{ phone: '9999 1111' }, { phone: '9999 1111' }])
  expect(stored()).toMatchObject({ phone: '9999 1111', city: 'Qormi' })
})

test('two people who change the same field are told, and nothing that either typed is lost', async () => {
  const { stored } = database({ phone: '7777 0000' })
  const user = await edit('Phone', '9999 1111')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Somebody else changed this meanwhile')
  expect(alert.textContent).toContain('Phone: 7777 0000')
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '9999 1111')
  expect(stored()).toMatchObject({ phone: '7777 0000' })

  await user.click(screen.getByRole('button', { name: 'Save mine instead' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit contact' })).toBeNull())
  expect(stored()).toMatchObject({ phone: '9999 1111' })
})

test('what was typed into a card is there again after a reload, until it is dropped', async () => {
  database()
  await edit('Phone', '9999 1111')
  cleanup()
  const user = showTo(
    'admin',
    <MemoryRouter>
      <ContactDetails card={testCard()} links={testLinks} mayEdit />
    </MemoryRouter>,
  )
  expect(await screen.findByLabelText('Phone')).toHaveProperty('value', '9999 1111')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(localStorage.length).toBe(0)
  expect(screen.getByText('2122 3344')).toBeTruthy()
})
