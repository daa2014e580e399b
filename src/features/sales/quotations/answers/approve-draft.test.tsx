// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, showTo } from '@/shared/ui/testing'
import type { Quotation } from '../api/quotation.query'
import { ApproveDraft } from './approve-draft'
import { NewQuotation } from '../components/new-quotation'
import { useQuotationActions } from '../components/use-quotation-actions'

const id = '5b1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11'
const order = '7c2f0a9e-8a56-4a39-9d1c-2f9a0c6f3b12'
const row = { id, status: 'draft', public_uuid: id, sent_at: null, amends: null } as Quotation

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Actions({ isForOrder }: { isForOrder: boolean }) {
  const { primary, actions } = useQuotationActions(row, 0, () => undefined, isForOrder)
  return (
    <p>
      {primary?.label}: {actions.map(({ label }) => label).join(', ')}
    </p>
  )
}
const Here = () => <output>{useLocation().pathname}</output>

test('a draft is sent first, and the lines of an order are approved first; each may be the other', () => {
  serve(() => ({ body: [] }))
  showTo('admin', <MemoryRouter children={[<Actions key="1" isForOrder={false} />, <Actions key="2" isForOrder />]} />)
  expect(screen.getByText(/^Send: Approve by phone or in person, /)).toBeTruthy()
  expect(screen.getByText(/^Approve by phone or in person: Send, /)).toBeTruthy()
})

test('who said yes, how and when is recorded in one act, which leads to the order', async () => {
  const calls = serve(({ path }) => ({ body: path.includes('/rpc/record_quotation_answer') ? order : [] }))
  const user = showTo(
    'admin',
    <MemoryRouter>
      <ApproveDraft row={row} lines={[]} onClose={() => undefined} />
      <Here />
    </MemoryRouter>,
  )
  await user.click(screen.getByRole('button', { name: 'Make the order' }))
  expect(calls.filter(({ path }) => path.includes('record_quotation_answer'))).toEqual([])
  await user.type(screen.getByRole('textbox', { name: /Who said yes/ }), 'Anna Vella')
  await user.click(screen.getByRole('button', { name: 'Make the order' }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain(order))
  expect(calls.find(({ path }) => path.includes('record_quotation_answer'))?.body).toMatchObject({
    p_id: id,
    p_answer: 'approved',
    p_name: 'Anna Vella',
    p_words: expect.stringMatching(/^By telephone, \d/),
  })
})

test.each([
  [['ann'], ['yard'], { p_person_id: 'ann', p_location_id: 'yard' }],
  [['ann', 'ben'], ['yard', 'shop'], {}],
  [[], [], {}],
])('a quotation begins with the only person and the only site of its client (%o, %o)', async (people, sites, named) => {
  const business = { id: 'hotel', type: 'Business', company: 'Sunset Hotel', name: null, last_name: null }
  const calls = serve(({ path }) => {
    if (path.includes('/contact_relations'))
      return { body: people.map((each) => ({ one: { ...business, id: each, type: 'Person' }, other: business })) }
    if (path.includes('/locations'))
      return { body: sites.map((each) => ({ id: each, label: each, address: null, city: null })) }
    if (path.includes('/contacts')) return { body: business }
    return { body: path.includes('/rpc/create_quotation') ? id : [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter>
      <NewQuotation opened client="hotel" title="Fascia" task={null} isForOrder={false} onClose={() => {}} />
    </MemoryRouter>,
  )
  await user.click(await screen.findByRole('button', { name: 'Write the lines' }))
  const made = () => calls.find(({ path }) => path.includes('/rpc/create_quotation'))?.body
  await waitFor(() => expect(made()).toBeTruthy())
  expect(made()).toEqual({ p_id: expect.any(String), p_contact_id: 'hotel', p_project_title: 'Fascia', ...named })
})
