// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, serve, showTo } from '@/shared/ui/testing'
import { AddBankAccountScreen } from './bank-accounts/add-bank-account-screen'
import { AddContactScreen } from './add-contact-screen'
import { AddRelationScreen } from './add-relation-screen'
import { ContactTypesScreen } from './contact-types-screen'
import { NewClientScreen } from './new-client-screen'
import { annId, testCard } from './testing'

const bakery = testCard({ id: 'c0000000-0000-4000-a000-000000000002', type: 'Business', company: 'Bakery Ltd' })
const twice: Answer = { status: 409, body: { code: '23505', message: 'duplicate key value', details: '', hint: null } }

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
beforeEach(() => {
  serve(({ method, path }): Answer => {
    if (path.includes('/rpc/search_contacts')) return { body: [{ ...bakery, roles: [] }] }
    if (path.includes('/rpc/')) return { body: [] }
    if (method !== 'GET') return twice
    if (path.includes(`&id=eq.${bakery.id}`)) return { body: bakery }
    return path.includes(`&id=eq.${annId}`) ? { body: testCard({ id: annId }) } : {}
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const show = (screenOf: ReactNode) => showTo('admin', <MemoryRouter>{screenOf}</MemoryRouter>)
const addBank = <AddBankAccountScreen id={annId} />
const addRelation = <AddRelationScreen id={annId} between="person" />
const isFocused = (field: Element) => waitFor(() => expect(document.activeElement).toBe(field))

test.each([
  ['a person', <AddContactScreen kind="Person" />, 'Add person', /^First name/],
  ['a business', <AddContactScreen kind="Business" />, 'Add business', /^Business name/],
  ['a client', <NewClientScreen />, 'Register client', /^Business name/],
  ['a bank account', addBank, 'Add bank account', /^Account holder/],
  ['a relation', addRelation, 'Add relation', /^Business/],
] as const)('%s sent empty leads to what it needs first', async (_, shown, send, field) => {
  const user = show(shown)
  await user.click(await screen.findByRole('button', { name: send }))
  const first = screen.getByLabelText(field, { selector: 'input:not([type=hidden])' })
  expect(first.getAttribute('aria-invalid')).toBe('true')
  await isFocused(first)
})

test('the wrong one among right fields is led to', async () => {
  const user = show(<AddContactScreen kind="Person" />)
  await user.type(screen.getByLabelText(/^First name/), 'Ann')
  await user.type(screen.getByLabelText('Phone'), '12{Enter}')
  await isFocused(screen.getByLabelText('Phone'))
  await user.type(screen.getByLabelText('Town'), 'Mosta{Control>}{Enter}{/Control}')
  await isFocused(screen.getByLabelText('Phone'))
})

test('an account that is there already is told at its IBAN, until it is changed', async () => {
  const user = show(addBank)
  await user.type(await screen.findByLabelText(/^Account holder/), 'Ann Borg')
  await user.type(screen.getByLabelText(/^IBAN/), 'GB82 WEST 1234 5698 7654 32')
  await user.click(screen.getByRole('button', { name: 'Add bank account' }))
  expect(await screen.findByText('This contact has this account already.')).toBeTruthy()
  await isFocused(screen.getByLabelText(/^IBAN/))
  await user.keyboard('{Backspace}')
  expect(screen.queryByText('This contact has this account already.')).toBeNull()
})

test('a relation that is there already is told at whom it is with', async () => {
  const user = show(addRelation)
  await user.type(await screen.findByRole('combobox', { name: /^Business/ }), 'Ba')
  await user.click(await screen.findByRole('option', { name: /^Bakery Ltd/ }))
  await user.click(screen.getByRole('button', { name: 'Add relation' }))
  expect(await screen.findByText('These two are linked in this way already.')).toBeTruthy()
  await isFocused(screen.getByRole('combobox', { name: /^Business/ }))
})

test('a type that is there already leads back to its name', async () => {
  const user = show(<ContactTypesScreen />)
  await user.click(await screen.findByRole('button', { name: 'Add type' }))
  await user.type(screen.getByLabelText(/^Name/), 'Agency{Enter}')
  expect(await screen.findByText('There is a type of this name already.')).toBeTruthy()
  await isFocused(screen.getByLabelText(/^Name/))
})
