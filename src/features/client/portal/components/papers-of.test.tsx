// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company } from '@/documents/paper/testing'
import { serve, showTo } from '@/shared/ui/testing'
import { MyAccountScreen } from './my-account-screen'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const contacts = [
  { id: '10000000-0000-4000-a000-000000000001', name: 'Firm Ltd' },
  { id: '10000000-0000-4000-a000-000000000002', name: 'Otto' },
]
const portal = {
  ...{ currency: 'EUR', company, client_language: 'en', language: 'en', credit_limit: null, terms_days: 30 },
  money: { balance: '0.00', overdue: '0.00', credit: '0.00' },
  ...{ announced: [], quotations: [], orders: [], invoices: [], credit_notes: [], deliveries: [], statements: [] },
}

function open(known: typeof contacts, more: object = {}, tab?: 'deliveries') {
  const calls = serve(({ path, body }) => {
    if (!path.endsWith('/rpc/client_portal')) return {}
    const asked = (body as { p_contact_id?: string } | null)?.p_contact_id
    const of = known.find(({ id }) => id === asked) ?? known[0]
    return { body: { ...portal, ...more, contact_id: of?.id, name: of?.name, contacts: known } }
  })
  const user = showTo(
    'client',
    <MemoryRouter>
      <MyAccountScreen {...(tab ? { tab } : {})} pay={() => null} />
    </MemoryRouter>,
  )
  const asked = () => calls.filter(({ path }) => path.endsWith('/rpc/client_portal')).map(({ body }) => body)
  return { user, asked }
}

test('a contact person chooses whose papers are shown, and finds them the next time', async () => {
  const { user, asked } = open(contacts)
  await user.click(await screen.findByRole('combobox', { name: 'Papers of' }))
  await user.click(await screen.findByRole('option', { name: 'Otto' }))
  await vi.waitFor(() => expect(asked().at(-1)).toEqual({ p_contact_id: contacts[1]?.id }))
  cleanup()
  const again = open(contacts)
  await vi.waitFor(() => expect(again.asked()[0]).toEqual({ p_contact_id: contacts[1]?.id }))
})

test('a client alone is asked nothing', async () => {
  open(contacts.slice(1))
  await screen.findByRole('navigation', { name: 'Your account' })
  expect(screen.queryByRole('combobox', { name: 'Papers of' })).toBeNull()
})

test('a planned delivery says its day, and its time only where somebody said one', async () => {
  const delivery = (number: string, hasTime: boolean) => ({
    ...{ public_uuid: number, number, project_title: 'Sign', method: 'delivery', status: 'planned', drops: [] },
    ...{ scheduled_at: '2026-12-03T07:00:00Z', scheduled_has_time: hasTime, delivered_at: null, received_by: null },
  })
  open(contacts.slice(1), { deliveries: [delivery('DN-1', true), delivery('DN-2', false)] }, 'deliveries')
  expect(await screen.findByText(/planned for 3 Dec 2026, 07:00/)).toBeTruthy()
  expect(screen.getByText(/planned for 3 Dec 2026$/)).toBeTruthy()
})
