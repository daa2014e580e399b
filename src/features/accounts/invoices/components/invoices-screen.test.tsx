// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
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
    return { body: path.includes('invoice_totals') ? { gross: '118.00', balance: '118.00', overdue: '0.00' } : [] }
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
    return { body: path.includes('invoice_totals') ? { gross: '0.00', balance: '0.00', overdue: '0.00' } : [] }
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
