// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageName } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'
import { firstFormats, setFormats } from '@/shared/domain/text/formats'
import { serve, showTo } from '@/shared/ui/testing'
import { Exemptions } from './exemptions'
import { ExemptionsScreen } from './exemptions-screen'
import { annId, testCard } from './testing'

const certificate = (change: object) => ({
  id: 'e1',
  contact_id: annId,
  number: 'TX-1',
  states: ['OK', 'TX'],
  reason: 'resale',
  reason_words: null,
  valid_from: '2025-01-01',
  valid_to: null,
  quotation_id: null,
  file_path: null,
  created_by: null,
  created_at: '2025-01-01T09:00:00Z',
  row_version: 1,
  contact: testCard({ id: annId }),
  ...change,
})
const rows = [
  certificate({}),
  certificate({ id: 'e2', number: 'TX-2', reason: 'other', reason_words: 'A school', valid_to: '2025-12-31' }),
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T12:00:00Z') })
  setFormats({ ...firstFormats, tax_kind: 'sales_tax', tax_name: 'sales tax' })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  setFormats(firstFormats)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = (at: string, role: Role, viewed: PageName[] = []) => {
  const calls = serve(({ method, path }) => {
    if (!path.includes('/exemption_certificates')) return { body: [] }
    return method === 'POST' ? { status: 201, body: { id: 'e3' } } : { body: rows }
  })
  const user = showTo(
    role,
    <MemoryRouter initialEntries={[at]}>
      {at.startsWith('/exemption') ? <ExemptionsScreen /> : <Exemptions id={annId} />}
    </MemoryRouter>,
    viewed,
  )
  return { user, calls }
}

test('a certificate is entered on the page of its client, with its states', async () => {
  const { user, calls } = open('/contact', 'admin')
  await user.click(await screen.findByRole('button', { name: 'Add certificate' }))
  await user.type(screen.getByLabelText(/^Certificate number/), 'TX-3')
  await user.click(screen.getByRole('combobox', { name: /^States/ }))
  await user.click(await screen.findByRole('option', { name: 'Texas' }))
  await user.click(screen.getByRole('combobox', { name: /^Reason/ }))
  await user.click(await screen.findByRole('option', { name: 'Government' }))
  await user.click(screen.getByLabelText(/^Valid from/))
  await user.type(screen.getByLabelText(/^Valid from/), '10/03/2026')
  await user.click(screen.getAllByRole('button', { name: 'Add certificate' }).at(-1) ?? document.body)
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([
      { body: { contact_id: annId, number: 'TX-3', states: ['TX'], reason: 'government', valid_from: '2026-03-10' } },
    ]),
  )
})

test('who may not write invoices reads the certificates without buttons', async () => {
  open('/contact', 'team_member', ['contacts'])
  const table = await screen.findByRole('table', { name: 'Certificates' })
  expect(within(table).getByText('TX-1')).toBeTruthy()
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('the list of every client says which hold, leads to the client, and asks the database for its filters', async () => {
  const { calls } = open('/exemption-certificates?state=TX&valid=soon', 'admin')
  const link = await screen.findAllByRole('link', { name: /Ann Borg/ })
  expect(link[0]?.getAttribute('href')).toContain('tab=exemptions')
  expect(screen.getAllByText('Valid').length).toBeGreaterThan(0)
  expect(screen.getAllByText('Ended').length).toBeGreaterThan(0)
  expect(screen.getAllByText('A school').length).toBeGreaterThan(0)
  const asked = calls.find(({ path }) => path.includes('/exemption_certificates'))?.path
  expect(asked).toContain('states=cs.{TX}')
  expect(asked).toContain('valid_to=gte.2026-03-10&valid_to=lte.2026-04-09')
})
