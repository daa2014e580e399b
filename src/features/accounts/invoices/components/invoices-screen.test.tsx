// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { savePapersZip } from '../../shared/papers-zip'
import { serve, showTo } from '@/shared/ui/testing'
import { InvoicesScreen } from './invoices-screen'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('invoices of which a question waits are listed, and their sums are of them alone', async () => {
  const calls = serve(({ path }) => {
    if (path.includes('open_questions'))
      return {
        body: ['invoice', 'order'].map((kind) => ({ kind, record_id: `${kind}-7`, label: kind, part: 'question-1' })),
      }
    return {
      body: path.includes('invoice_totals')
        ? { gross: '118.00', drafts: '0.00', balance: '118.00', overdue: '0.00' }
        : [],
    }
  })
  showTo(
    'admin',
    <MemoryRouter initialEntries={['/invoices?asked=yes']}>
      <InvoicesScreen />
    </MemoryRouter>,
  )
  await waitFor(() =>
    expect(calls.some(({ path }) => path.includes('/invoices?') && path.includes('id=in.(invoice-7)'))).toBe(true),
  )
  expect(calls.find(({ path }) => path.includes('invoice_totals'))?.body).toMatchObject({ p_asked: true })
  expect(screen.getByLabelText('Question waits')).toBeTruthy()
})

const Here = () => <output aria-label="Address">{useLocation().pathname}</output>

test('an invoice without an order begins with a client and a title, as one draft, and leads to its lines', async () => {
  const calls = serve(({ path }) => {
    if (path.includes('/rpc/create_invoice')) return { body: 'draft-1' }
    if (path.includes('/contacts'))
      return { body: [{ id: 'client-1', company: 'Sunset Hotel', name: null, type: 'Business' }] }
    return {
      body: path.includes('invoice_totals') ? { gross: '0.00', drafts: '0.00', balance: '0.00', overdue: '0.00' } : [],
    }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/invoices?dialog=new&client=client-1']}>
      <InvoicesScreen />
      <Here />
    </MemoryRouter>,
  )
  const dialog = await screen.findByRole('dialog', { name: 'New invoice' })
  await user.type(within(dialog).getByLabelText('Title'), 'Repair of the sign')
  await user.dblClick(within(dialog).getByRole('button', { name: 'Write the lines' }))
  await waitFor(() => expect(screen.getByLabelText('Address').textContent).toBe('/invoices/draft-1'))
  // Asked twice by the double click, as one draft: the database answers the same id with the same draft.
  const made = calls.filter(({ path }) => path.includes('/rpc/create_invoice')).map(({ body }) => JSON.stringify(body))
  expect(new Set(made).size).toBe(1)
  expect(JSON.parse(made[0] ?? '')).toMatchObject({ p_contact_id: 'client-1', p_project_title: 'Repair of the sign' })
})

vi.mock('../../shared/papers-zip', () => ({ savePapersZip: vi.fn(async () => {}) }))

test('chosen invoices are saved as one zip; a draft is left out', async () => {
  const row = (id: string, status: string) => ({
    id,
    invoice_number: status === 'draft' ? null : `INV-${id}`,
    status,
    state: status,
    kind: 'standard',
    currency: 'EUR',
    ...{ gross: '1.00', paid: '0.00', written_off: '0.00', balance: '1.00', contact: null, network_status: null },
  })
  serve(({ path }) => ({
    body: path.includes('invoice_totals')
      ? { gross: '1.00', drafts: '1.00', balance: '1.00', overdue: '0.00' }
      : path.includes('/invoices?')
        ? [row('1', 'issued'), row('2', 'draft')]
        : [],
  }))
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/invoices']}>
      <InvoicesScreen />
    </MemoryRouter>,
  )
  expect(await screen.findByText('INV-1')).toBeTruthy()
  expect(screen.getByText('In drafts')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Choose all invoices shown' }))
  const bar = within(await screen.findByRole('group', { name: 'Chosen invoices' }))
  await user.click(bar.getByRole('button', { name: 'Download PDF and XML' }))
  await waitFor(() =>
    expect(vi.mocked(savePapersZip).mock.calls[0]?.slice(0, 2)).toEqual([
      expect.stringMatching(/^papers-\d{4}-\d\d-\d\d$/),
      [{ kind: 'invoice', id: '1' }],
    ]),
  )
})
