// @vitest-environment happy-dom
import { cleanup, configure, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Account } from '@/shared/domain/people/account'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { UserVerificationScreen } from './user-verification-screen'

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterEach(() => {
  cleanup()
  contacts = [hotel]
  requests = []
  vi.unstubAllGlobals()
})

const nadia: Account = {
  user_id: '00000000-0000-4000-8000-000000000001',
  role: 'pending',
  contact_id: null,
  name: 'Nadia',
  last_name: 'Galea',
  logo_url: null,
  email: 'nadia@example.com',
  phone: null,
  profile: 'pending_verification',
  registered_at: '2026-11-20T09:00:00Z',
  last_seen_at: null,
  is_confirmed: true,
  is_deactivated: false,
  has_temporary_password: false,
  has_second_factor: false,
  invited_at: null,
  invitation_ends_at: null,
}
const hotel = { id: 'c1', name: 'Harbour Light', last_name: null, company: 'Harbour Light Hotel', email: null }

let contacts: object[] = [hotel]
let requests: object[] = []

/** A company where those people have accounts; a decision is refused with these words, or carried out. */
function company(people: Account[], refusal?: string) {
  let accounts = people
  return serve(({ path, body }) => {
    if (path.endsWith('/rpc/list_accounts')) return { body: accounts }
    if (path.includes('/rest/v1/contacts')) return { body: contacts }
    if (path.includes('/rest/v1/visitor_requests')) return { body: requests }
    if (refusal) return { status: 400, body: { code: '22023', message: refusal } }
    const decided = Object(body).p_user_id
    accounts = accounts.map((account) =>
      account.user_id !== decided
        ? account
        : path.endsWith('/approve_newcomer')
          ? { ...account, role: 'sales' }
          : { ...account, profile: 'rejected' },
    )
    return { body: null }
  })
}

const decisions = (calls: Call[]) => calls.filter(({ path }) => /(approve|reject)_newcomer$/.test(path))

test('somebody who waits is approved with a role and linked to a contact', async () => {
  const calls = company([nadia])
  const user = showTo('admin', <MemoryRouter children={<UserVerificationScreen />} />)
  await user.click(await screen.findByRole('button', { name: 'Approve Nadia Galea' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Nadia Galea' }))
  expect(dialog.getByRole('button', { name: 'Approve' }).getAttribute('aria-disabled')).toBe('true')
  await user.click(dialog.getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: 'Client' }))
  await user.type(dialog.getByRole('combobox', { name: /Contact/ }), 'harbour')
  await user.click(await screen.findByRole('option', { name: /Harbour Light Hotel/ }))
  await user.click(dialog.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Nobody waits')).toBeTruthy()
  expect(decisions(calls).map(({ body }) => body)).toEqual([
    { p_user_id: nadia.user_id, p_role: 'client', p_contact_id: 'c1' },
  ])
})

test('what somebody asked for on the website is shown in the list and before the decision', async () => {
  requests = [{ email: 'nadia@example.com', words: 'A lit fascia by May' }]
  const calls = company([{ ...nadia, email: 'Nadia@example.com' }])
  const user = showTo('admin', <MemoryRouter children={<UserVerificationScreen />} />)
  expect(await screen.findByText('A lit fascia by May')).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('visitor_requests'))?.path).toContain('nadia@example.com')
  await user.click(screen.getByRole('button', { name: 'Approve Nadia Galea' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve Nadia Galea' }))
  expect(await dialog.findByText('A lit fascia by May')).toBeTruthy()
})

test('the contact with the confirmed address of who signed up is proposed, and of an unconfirmed one none', async () => {
  const same = { ...hotel, id: 'c2', company: 'Galea Signs', email: 'Nadia@example.com' }
  const open = async (account: Account) => {
    const calls = company([account])
    const user = showTo('admin', <MemoryRouter children={<UserVerificationScreen />} />)
    await user.click(await screen.findByRole('button', { name: 'Approve Nadia Galea' }))
    return { calls, user, field: () => screen.findByRole('combobox', { name: /Contact/ }) }
  }
  contacts = [hotel, same]
  const { calls, user, field } = await open(nadia)
  await waitFor(async () =>
    expect(await field()).toHaveProperty('value', 'Harbour Light · Galea Signs · Nadia@example.com'),
  )
  await user.click(screen.getByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: 'Client' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(decisions(calls).map(({ body }) => Object(body).p_contact_id)).toEqual(['c2']))
  cleanup()
  const unconfirmed = await open({ ...nadia, is_confirmed: false })
  expect(await unconfirmed.field()).toHaveProperty('value', '')
  expect(unconfirmed.calls.filter(({ path }) => path.includes('email=ilike'))).toEqual([])
})

test('somebody is rejected after a question, and stands among the rejected', async () => {
  const calls = company([nadia])
  const user = showTo('admin', <MemoryRouter children={<UserVerificationScreen />} />)
  await user.click(await screen.findByRole('button', { name: 'Reject Nadia Galea' }))
  await user.click(await screen.findByRole('button', { name: 'Reject' }))
  await waitFor(() => expect(decisions(calls)).toHaveLength(1))
  expect(await screen.findByText('Nobody waits')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: 'Rejected (1)' }))
  expect(screen.getByRole('button', { name: 'Approve Nadia Galea' })).toBeTruthy()
})

test('a decision that is refused keeps the dialog and what was chosen, and says why', async () => {
  company([nadia], 'This person does not wait for approval any more')
  const user = showTo('admin', <MemoryRouter children={<UserVerificationScreen />} />)
  await user.click(await screen.findByRole('button', { name: 'Approve Nadia Galea' }))
  await user.click(await screen.findByRole('combobox', { name: /Role/ }))
  await user.click(await screen.findByRole('option', { name: 'Sales' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('This person does not wait for approval any more')).toBeTruthy()
  expect(screen.getByRole('combobox', { name: /Role/ })).toHaveProperty('value', 'Sales')
})

test('nobody who works here is listed, and an empty list says what will happen', async () => {
  company([{ ...nadia, role: 'sales' }])
  showTo('admin', <MemoryRouter children={<UserVerificationScreen />} />)
  expect(await screen.findByText('New sign-ups appear here automatically.')).toBeTruthy()
})

test('people who cannot be read can be read again', async () => {
  serve(() => ({ status: 500, body: { code: 'XX000', message: 'broken' } }))
  showTo('admin', <MemoryRouter children={<UserVerificationScreen />} />)
  expect(await screen.findByText('The people could not be read')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
