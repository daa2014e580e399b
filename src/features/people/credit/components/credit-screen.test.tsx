// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Role } from '@/shared/domain/people/role'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { CreditScreen } from './credit-screen'

const id = 'ca000000-0000-4000-8000-000000000001'
const contact = {
  id: '10000000-0000-4000-a000-000000000003',
  type: 'Business',
  name: 'Bakery',
  last_name: null,
  company: 'Bakery Ltd',
  on_stop: false,
  vat_number: 'MT1',
  city: 'Mosta',
  credit_limit: null,
  payment_terms_days: 14,
}
const whole = {
  id,
  status: 'submitted',
  requested_limit: 5000,
  terms_days: 30,
  directors: [{ name: 'Ġorġ', position: 'Owner' }],
  trade_refs: [
    { company: 'Quarry Ltd', person: '', phone: '', email: '' },
    { company: 'Paint & Co', person: '', phone: '', email: '' },
  ],
  consent: true,
  signed_name: 'Ġorġ',
  signed_position: null,
  signed_on: '2026-11-18',
  note: null,
  granted_limit: null,
  granted_days: null,
  status_note: null,
  submitted_at: '2026-11-18T09:00:00+00:00',
  decided_at: null,
  created_at: '2026-11-18T08:00:00+00:00',
  row_version: 4,
  contact,
}

let calls: Call[]
let row: typeof whole | Record<string, unknown>
const refused = {
  status: 400,
  body: {
    code: '22023',
    message: 'This contact is on stop: release it before giving credit',
    details: null,
    hint: null,
  },
}

const answer =
  (step: Answer) =>
  ({ method, path }: Call): Answer => {
    if (path.includes('/rpc/search_contacts')) return { body: [contact] }
    if (path.includes('/rpc/')) return step
    if (path.includes('/credit_application_events')) return { body: [] }
    if (path.includes('/contacts')) return { body: contact }
    if (method === 'POST') return { status: 201, body: { id } }
    if (method === 'PATCH') return { body: [{ id }] }
    return { body: path.includes(`id=eq.${id}`) ? row : [row] }
  }

const Address = () => <output data-testid="address">{useLocation().search}</output>
function open(
  at: string,
  { role = 'admin' as Role, step = { body: null } as Answer, stored = whole as typeof row } = {},
) {
  row = stored
  calls = serve(answer(step))
  return showTo(
    role,
    <MemoryRouter initialEntries={[at]}>
      <CreditScreen />
      <Address />
    </MemoryRouter>,
  )
}
const sent = (name: string) => calls.find(({ path, method }) => path.includes(name) && method !== 'GET')?.body

beforeEach(() => {
  localStorage.clear()
})
afterEach(cleanup)

test('the list says who asks for how much, and opens by a link', async () => {
  open('/credit-application')
  const table = await screen.findByRole('table', { name: 'Credit applications' })
  const line = within(table).getAllByRole('row')[1]
  expect(line?.textContent).toContain('Bakery Ltd')
  expect(line?.textContent).toContain('€5,000.00')
  expect(within(table).getByRole('link').getAttribute('href')).toContain(`application=${id}`)
})

test('whoever decides may give less than was asked', async () => {
  const user = open(`/credit-application?application=${id}`)
  const amount = await screen.findByLabelText('Limit to give')
  await user.clear(amount)
  await user.type(amount, '4,000.50')
  await user.click(screen.getByRole('button', { name: 'Approve €4,000.50' }))
  await waitFor(() =>
    expect(sent('/rpc/approve_credit_application')).toEqual({ p_id: id, p_limit: 4000.5, p_days: 30 }),
  )
})

test('a refusal without a reason is not sent, and keeps what was typed', async () => {
  const user = open(`/credit-application?application=${id}`)
  await user.click(await screen.findByRole('button', { name: 'Refuse' }))
  expect(screen.getByText('Please say why')).toBeTruthy()
  expect(sent('/rpc/')).toBeUndefined()
  await user.type(screen.getByLabelText('Reason or note'), 'Owes two of them')
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(sent('/rpc/decline')).toEqual({ p_id: id, p_note: 'Owes two of them' }))
})

test('what the database refuses is told in its words, and the decision can be taken again', async () => {
  const user = open(`/credit-application?application=${id}`, { step: refused })
  await user.click(await screen.findByRole('button', { name: 'Approve €5,000.00' }))
  expect(await screen.findByText(refused.body.message)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Approve €5,000.00' }).hasAttribute('disabled')).toBe(false)
})

test('a draft says what is missing, is saved over the version that was read, and then submitted', async () => {
  const user = open(`/credit-application?application=${id}`, { stored: { ...whole, status: 'draft', consent: false } })
  expect(await screen.findByText('Still missing: the consent.')).toBeTruthy()
  await user.click(screen.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Submit for decision' }))
  await waitFor(() => expect(sent('/rpc/submit_credit_application')).toEqual({ p_id: id }))
  expect(sent('/credit_applications?')).toEqual({ consent: true })
  expect(calls.find(({ method }) => method === 'PATCH')?.path).toContain('row_version=eq.4')
})

test('a draft that cannot be read is not saved, and leads to what is wrong', async () => {
  const user = open(`/credit-application?application=${id}`, { stored: { ...whole, status: 'draft' } })
  const days = await screen.findByLabelText('Payment terms (days)')
  await user.type(days, '0000')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(document.activeElement).toBe(days)
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
})

test('a new one begins with who asks', async () => {
  const user = open(`/credit-application?new=yes&client=${contact.id}`)
  await user.click(screen.getByRole('button', { name: 'Start application' }))
  await waitFor(() => expect(sent('/credit_applications')).toEqual({ contact_id: contact.id }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`?application=${id}`))
})

test('people without the right are told so, and nothing is read for them', async () => {
  open('/credit-application', { role: 'team_member' })
  expect(screen.getByText(/Your account does not show credit applications/)).toBeTruthy()
  expect(calls).toEqual([])
})

test.each([
  ['an application', { status: 'draft' }, 'Note for the decision', null],
  ['a decision', {}, 'Reason or note', null],
  ['why it is withdrawn', {}, 'Why', 'Withdraw the application'],
])('what is typed of %s is there after a reload', async (_, change, label, opens) => {
  const at = `/credit-application?application=${id}`
  const field = async () => {
    const user = open(at, { stored: { ...whole, ...change } })
    if (opens) await user.click(await screen.findByRole('button', { name: opens }))
    return { user, input: await screen.findByLabelText(new RegExp(`^${label}`)) }
  }
  const { user, input } = await field()
  await user.type(input, 'Żoë called')
  expect(input.closest('[data-kept]')).not.toBeNull()
  cleanup()
  expect((await field()).input).toHaveProperty('value', 'Żoë called')
})
