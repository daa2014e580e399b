// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { useQuery } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { contactQuery } from '../api/contact.query'
import { ContactDetails } from './contact-details'
import { annId, testCard } from './testing'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** A table of one contact that takes an update of its current version only; `theirs` is written before the first one. */
function database(theirs: Record<string, unknown> = {}, refused: Answer | null = null) {
  let stored: Record<string, unknown> = testCard({ id: annId })
  const others = Object.keys(theirs).length > 0 ? [theirs] : []
  const calls = serve(({ method, path, body }) => {
    if (!path.startsWith('/rest/v1/contacts')) return {}
    if (method === 'GET') return { body: path.includes('roles') ? [] : stored }
    if (refused) return refused
    for (const change of others.splice(0)) stored = { ...stored, ...change, row_version: 2 }
    if (!path.includes(`row_version=eq.${stored.row_version}`)) return { body: [] }
    stored = { ...stored, ...Object(body), row_version: Number(stored.row_version) + 1 }
    return { body: [{ id: stored.id }] }
  })
  return { calls, stored: () => stored }
}
const writes = (calls: Call[]) => calls.flatMap(({ method, body }) => (method === 'PATCH' ? [body] : []))

/** The card as the screen shows it: read again after each save. */
function Card() {
  const { data } = useQuery(contactQuery(annId))
  return data ? <ContactDetails card={data} mayEdit /> : null
}
const show = () =>
  showTo(
    'admin',
    <MemoryRouter>
      <Card />
    </MemoryRouter>,
  )

async function edit(field: string, text: string) {
  const user = show()
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
  expect(writes(calls).at(-1)).toEqual({ phone: '9999 1111' })
  expect(stored()).toMatchObject({ phone: '9999 1111', city: 'Qormi' })
})

test('two people who change the same field are told, and nothing that either typed is lost', async () => {
  const { stored } = database({ phone: '7777 0000' })
  const user = await edit('Phone', '9999 1111')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Somebody else changed “Phone” meanwhile')
  expect(alert.textContent).toContain('It is “7777 0000” now.')
  expect(screen.getByLabelText('Phone')).toHaveProperty('value', '9999 1111')
  expect(stored()).toMatchObject({ phone: '7777 0000' })

  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(screen.queryByRole('form', { name: 'Edit contact' })).toBeNull())
  expect(stored()).toMatchObject({ phone: '9999 1111' })
})

test('a session that ended while a card was edited loses nothing', async () => {
  database({}, { status: 401, body: { code: 'PGRST301', message: 'JWT expired' } })
  const user = await edit('Phone', '9999 1111')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  cleanup()
  show()
  expect(await screen.findByLabelText('Phone')).toHaveProperty('value', '9999 1111')
})

test('what was typed into a card is there again after a reload, until it is dropped', async () => {
  database()
  await edit('Phone', '9999 1111')
  cleanup()
  const user = show()
  expect(await screen.findByLabelText('Phone')).toHaveProperty('value', '9999 1111')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(localStorage.length).toBe(0)
  expect(screen.getByText('2122 3344')).toBeTruthy()
})

test('another currency than that of the books is chosen; without a rate it is said, and a refusal is under the field', async () => {
  const refused = {
    status: 409,
    body: {
      code: 'PT409',
      message:
        'The currency stays EUR: there are papers with amounts in it. Another currency begins with a new contact.',
      details: 'Key (currency)=()',
      hint: null,
    },
  }
  const { calls } = database({}, refused)
  const user = show()
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  const field = screen.getByRole('combobox', { name: 'Currency' })
  expect(field).toHaveProperty('value', 'EUR · euros')
  await user.click(field)
  expect(
    screen.getAllByRole('option', { hidden: true }).some(({ textContent }) => textContent?.startsWith('JPY')),
  ).toBe(false)
  await user.click(await screen.findByRole('option', { name: 'USD · US dollars', hidden: true }))
  expect(await screen.findByText('There is no exchange rate of USD yet')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enter it under Exchange Rates' }).getAttribute('href')).toBe(
    '/exchange-rates',
  )
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/^The currency stays EUR/)).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(writes(calls)).toEqual([{ currency: 'USD' }])
})
