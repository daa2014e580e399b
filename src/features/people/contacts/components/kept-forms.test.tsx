// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { AddBankAccountScreen } from './bank-accounts/add-bank-account-screen'
import { AddContactScreen } from './add-contact-screen'
import { AddRelationScreen } from './add-relation-screen'
import { ContactTypesScreen } from './contact-types-screen'
import { EditBankAccount } from './bank-accounts/edit-bank-account'
import { NewClientScreen } from './new-client-screen'
import { NewNote } from './new-note'
import { OnStop } from './on-stop'
import { OwnNote } from './own-note'
import { annId, testCard } from './testing'

const bakery = testCard({ id: 'c0000000-0000-4000-a000-000000000002', type: 'Business', company: 'Bakery Ltd' })
const account = {
  id: 'b1',
  holder: 'Ann Borg',
  iban: 'GB82WEST12345698765432',
  bic: null,
  bank_name: null,
  currency: 'EUR',
  is_default: true,
  row_version: 1,
}

let refusal: Answer | null
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
beforeEach(() => {
  refusal = null
  serve(({ method, path }: Call): Answer => {
    if (path.includes('/rpc/search_contacts')) return { body: [{ ...bakery, roles: [] }] }
    if (path.includes('/rpc/')) return refusal ?? {}
    if (method !== 'GET') return refusal ?? { status: 201, body: { id: annId } }
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

type Form = { name: string; shown: ReactNode; field: string; opens?: string; item?: string }
const forms: Form[] = [
  { name: 'a new person', shown: <AddContactScreen kind="Person" />, field: 'First name' },
  { name: 'a new business', shown: <AddContactScreen kind="Business" />, field: 'Business name' },
  { name: 'a new client', shown: <NewClientScreen />, field: 'Business name' },
  { name: 'the site of a new client', shown: <NewClientScreen />, field: 'Name of the site' },
  { name: 'a bank account', shown: <AddBankAccountScreen id={annId} />, field: 'Account holder' },
  {
    name: 'an edited bank account',
    shown: <EditBankAccount account={account} onClose={() => {}} />,
    field: 'Account holder',
  },
  { name: 'a note', shown: <NewNote contactId={annId} />, field: 'Note' },
  {
    name: 'a mended note',
    shown: <OwnNote id="n1" body="Call" below="today" />,
    field: 'Edit note',
    opens: 'Change this note',
    item: 'Edit',
  },
  {
    name: 'why a contact is put on stop',
    shown: <OnStop id={annId} onStop={false} mayEdit />,
    field: 'Why',
    opens: 'Put on stop',
  },
  { name: 'a contact type', shown: <ContactTypesScreen />, field: 'Name', opens: 'Add type' },
]
const fieldOf = (label: string) => screen.findByLabelText(new RegExp(`^${label}`))

test.each(forms)('what is typed of $name is there after a reload', async ({ shown, field, opens, item }) => {
  const user = show(shown)
  if (opens) await user.click(await screen.findByRole('button', { name: opens }))
  if (item) await user.click(await screen.findByRole('menuitem', { name: item }))
  await user.type(await fieldOf(field), ' Żoë')
  const typed: unknown = Reflect.get(await fieldOf(field), 'value')
  expect((await fieldOf(field)).closest('[data-kept]')).not.toBeNull()
  cleanup()

  const again = show(shown)
  const isOpen = screen.queryByLabelText(new RegExp(`^${field}`)) !== null
  if (opens && !item && !isOpen) await again.click(await screen.findByRole('button', { name: opens }))
  expect(await fieldOf(field)).toHaveProperty('value', typed)
  expect(typed).toContain('Żoë')
})

test('a new client begins in the country of the company, and keeps another one that was entered', async () => {
  setFormats({ ...firstFormats, country: 'Malta' })
  onTestFinished(() => setFormats(firstFormats))
  const country = () => within(screen.getByRole('region', { name: 'Business' })).getByLabelText('Country')
  const user = show(<NewClientScreen />)
  expect(country()).toHaveProperty('value', 'Malta')
  await user.clear(country())
  await user.type(country(), 'Italy')
  cleanup()
  show(<NewClientScreen />)
  expect(country()).toHaveProperty('value', 'Italy')
})

test('whom a relation is with, and what kind it is, is there after a reload', async () => {
  const shown = <AddRelationScreen id={annId} between="person" />
  const user = show(shown)
  await user.type(await screen.findByRole('combobox', { name: /^Business/ }), 'Ba')
  await user.click(await screen.findByRole('option', { name: /^Bakery Ltd/ }))
  await user.click(screen.getByRole('combobox', { name: 'What Ann Borg does' }))
  await user.click(await screen.findByRole('option', { name: 'owns …' }))
  cleanup()

  show(shown)
  await waitFor(async () =>
    expect(await screen.findByRole('combobox', { name: /^Business/ })).toHaveProperty('value', 'Bakery Ltd · Mosta'),
  )
  expect(screen.getByRole('combobox', { name: 'What Ann Borg does' })).toHaveProperty('value', 'owns …')
})

test('a session that ended while a person was added loses nothing', async () => {
  refusal = { status: 401, body: { code: 'PGRST301', message: 'JWT expired', details: null, hint: null } }
  const shown = <AddContactScreen kind="Person" />
  const user = show(shown)
  await user.type(await fieldOf('First name'), 'Żoë')
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  cleanup()
  show(shown)
  expect(await fieldOf('First name')).toHaveProperty('value', 'Żoë')
})

test('what was saved or cancelled is not kept', async () => {
  const user = show(<AddContactScreen kind="Person" />)
  await user.type(await fieldOf('First name'), 'Zoe')
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  await waitFor(() => expect(localStorage.length).toBe(0))
  cleanup()
  const again = show(<AddContactScreen kind="Person" />)
  await again.type(await fieldOf('First name'), 'Zoe')
  await again.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(localStorage.length).toBe(0)
})

test.each(forms.slice(0, 5))('$name is not for those who may only look', ({ shown }) => {
  showTo('team_member', <MemoryRouter>{shown}</MemoryRouter>)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/Your account may not (add|change) contacts/)).toBeTruthy()
})
