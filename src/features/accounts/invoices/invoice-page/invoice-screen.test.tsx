// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { ReceiverFacts } from '@/documents/paper/source'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { company, exampleLines, invoiceOf } from '@/documents/paper/testing'
import type { Role } from '@/shared/domain/people/role'
import { asksFirst, type Call, serve, showTo } from '@/shared/ui/testing'
import { InvoiceScreen } from './invoice-screen'

const downloadPdf = vi.hoisted(() => vi.fn(async (_paper: unknown, _inside?: unknown) => {}))
vi.mock('@/documents/pdf/download', async (original) => ({ ...(await original<object>()), downloadPdf }))

/** A rate that is offered on every day. */
const always = { valid_from: null, valid_to: null }
const draft = {
  id: 'one',
  invoice_number: null,
  public_uuid: '7b1c9a4e-0000-4000-8000-000000000001',
  link_revoked_at: null,
  kind: 'standard',
  status: 'draft',
  state: 'draft',
  contact_id: 'client',
  order_id: null,
  project_title: 'Signs',
  client_po: null,
  issue_date: null,
  supply_from: null,
  supply_date: null,
  due_date: null,
  currency: 'EUR',
  sent_at: null,
  first_viewed_at: null,
  gross: '1453.45',
  paid: '0.00',
  credited: '0.00',
  written_off: '0.00',
  cash_discounted: '0.00',
  cash_discount_pct: null,
  cash_discount_days: null,
  balance: '1453.45',
  contact: { id: 'client', type: 'Business', name: null, last_name: null, company: 'Hotel Ltd' },
  order: null,
}
const issued = {
  ...draft,
  invoice_number: 'INV-2026-0120',
  status: 'issued',
  state: 'issued',
  issue_date: '2026-11-22',
  sent_at: '2026-11-22T10:00:00Z',
  due_date: '2999-12-22',
}
let calls: Call[]
let sender: typeof company
let row: Record<string, unknown>
let lines: typeof exampleLines
/** What the story of the invoice holds. */
let events: Record<string, unknown>[]

beforeEach(() => {
  localStorage.clear()
  sender = company
  lines = exampleLines
  events = []
  vi.stubGlobal('navigator', {
    ...navigator,
    platform: 'Linux',
    vendor: '',
    userAgent: 'test',
    clipboard: { writeText: async () => {} },
  })
})
afterEach(() => {
  receiver = null
  cleanup()
  vi.unstubAllGlobals()
})

function open(stored: Record<string, unknown>, role: Role = 'admin') {
  row = stored
  calls = serve((call) => {
    const { path, method, body } = call
    if (path.includes('/rpc/issue_invoice') && row['gross'] === '0.00')
      return asksFirst(call, 'nothing_to_pay', 'This invoice comes to €0.00. Issue it anyway?', 'INV-2026-0120')
    if (path.includes('/rpc/preview_invoice'))
      return {
        body: invoiceOf(lines, {
          number: row['invoice_number'] === null ? null : 'INV-2026-0120',
          company: sender,
          receiver,
        }),
      }
    if (path.includes('/rpc/mail_contacts')) return { body: [] }
    if (path.includes('/rpc/credit_left')) return { body: [] }
    if (path.includes('/rpc/vat_proposal')) return { body: [proposal] }
    if (path.includes('/rpc/')) return { body: null }
    if (path.includes('/rest/v1/invoices') && method === 'PATCH') {
      row = { ...row, ...Object(body), row_version: 2 }
      return { body: [{ id: 'one' }] }
    }
    if (path.includes('/rest/v1/invoices')) return { body: row }
    if (path.includes('/rest/v1/document_events')) return { body: events }
    if (path.includes('/rest/v1/vat_rates'))
      return {
        body: [
          { label: '18 %', treatment: 'standard', is_default: true, rate: '18.00', ...always },
          { label: 'Goods to the EU', treatment: 'intra_community', is_default: false, rate: '0.00', ...always },
        ],
      }
    if (path.includes('/rest/v1/invoice_items') && method === 'POST') return { body: [{ id: 'line' }] }
    if (path.includes('/rest/v1/invoice_items') && path.includes('credit_note_items'))
      return { body: [{ id: 'a', description: 'Banner', qty: '1', vat: null, net: '100.00', credit_note_items: [] }] }
    return { body: [] }
  })
  return showTo(
    role,
    <MemoryRouter>
      <InvoiceScreen id="one" />
    </MemoryRouter>,
  )
}
let receiver: ReceiverFacts | null = null
let proposal: object = {
  ...{ rate: '18.0000', treatment: 'standard', work_rate: '18.0000', work_treatment: 'standard' },
  ...{ abroad: null, goods_stay: false, site_rate: '18.0000', site_treatment: 'standard' },
}
const called = (name: string) => calls.filter(({ path }) => path.includes(`/rpc/${name}`)).map(({ body }) => body)

test('a draft is issued after a question, and can be voided; it has no link and takes no payment', async () => {
  const user = open(draft)
  await user.click(await screen.findByRole('button', { name: 'Issue' }))
  expect(called('issue_invoice')).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Issue invoice' }))
  await waitFor(() => expect(called('issue_invoice')).toEqual([{ p_id: 'one' }]))
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Void draft' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Copy client link' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Credit' })).toBeNull()
})

test('a draft of a client who wants XRechnung asks for the Leitweg-ID in place, and is issued without it only by those words', async () => {
  receiver = { address: null, profile: 'xrechnung', reference: null, sender: null }
  const user = open(draft)
  expect(await screen.findByText('This client wants XRechnung, and the Leitweg-ID is missing.')).toBeTruthy()
  expect(await screen.findByLabelText(/Reference of the client/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Issue' }))
  expect(await screen.findByText(/electronic invoice. .*the Leitweg-ID is missing/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Issue without XRechnung' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('/rpc/issue_invoice')).map(({ yes }) => yes)).toEqual([
      'without_xrechnung',
    ]),
  )
})

test('an invoice over nothing is issued after the question of the database', async () => {
  const user = open({ ...draft, gross: '0.00', balance: '0.00' })
  await user.click(await screen.findByRole('button', { name: 'Issue' }))
  await user.click(await screen.findByRole('button', { name: 'Issue invoice' }))
  expect(await screen.findByText('This invoice comes to €0.00.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Issue it anyway' }))
  await waitFor(() =>
    expect(calls.filter(({ path }) => path.includes('/rpc/issue_invoice')).map(({ yes }) => yes)).toEqual([
      undefined,
      'nothing_to_pay',
    ]),
  )
})

test('the details that are typed and not saved are on the invoice that is issued', async () => {
  const user = open({ ...draft, row_version: 1, note: null })
  await user.type(await screen.findByRole('textbox', { name: 'Client’s order number' }), 'PO-77')
  await user.click(screen.getByRole('button', { name: 'Issue' }))
  await user.click(await screen.findByRole('button', { name: 'Issue invoice' }))
  await waitFor(() => expect(called('issue_invoice')).toEqual([{ p_id: 'one' }]))
  const written = calls.filter(({ path, method }) => method === 'PATCH' || path.includes('/rpc/issue_invoice'))
  expect(written.map(({ body }) => body)).toEqual([{ client_po: 'PO-77' }, { p_id: 'one' }])
})

test('a draft whose details cannot be saved is not issued', async () => {
  const user = open({ ...draft, row_version: 1, note: null })
  await user.type(await screen.findByRole('textbox', { name: 'Due' }), '31.2.2027')
  await user.click(screen.getByRole('button', { name: 'Issue' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Due' })))
  expect(screen.queryByRole('button', { name: 'Issue invoice' })).toBeNull()
})

test('a draft without a line says that it needs one, and asks nothing', async () => {
  lines = []
  const user = open(draft)
  expect(await screen.findByText('Please add a line before you issue it.')).toBeTruthy()
  const issue = screen.getByRole('button', { name: 'Issue' })
  expect(issue.getAttribute('aria-disabled')).toBe('true')
  await user.click(issue)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a client’s question stands in the head until it is answered', async () => {
  const asked = { id: 1, type: 'question', actor_name: 'Carla Borg', at: '2026-11-28T10:00:00Z' }
  events = [{ ...asked, meta: { words: 'May we pay half in December?', name: 'Carla Borg' } }]
  open(issued)
  expect((await screen.findByRole('link', { name: 'A question waits' })).getAttribute('href')).toBe('#questions')
})

test('what the rules of electronic invoices miss is said before the number is drawn', async () => {
  sender = { ...company, vat_number: null }
  const user = open(draft)
  await user.click(await screen.findByRole('button', { name: 'Issue' }))
  const question = await screen.findByText(/^It cannot be sent as an electronic invoice\./)
  expect(question.textContent).toContain('needs the VAT number of your company. Enter it in Settings, Company.')
  expect(called('issue_invoice')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Issue without electronic invoice' }))
  await waitFor(() => expect(called('issue_invoice')).toEqual([{ p_id: 'one' }]))
})

test('a PDF without its data says so with the reasons, and one with its data says nothing', async () => {
  const user = open(issued)
  const pdf = async () => {
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'PDF' }))
  }
  await pdf()
  await waitFor(() => expect(downloadPdf).toHaveBeenCalledOnce())
  expect(downloadPdf.mock.lastCall).toMatchObject([{}, { facturX: expect.stringContaining('CrossIndustryInvoice') }])
  expect(screen.queryByText('This PDF has no electronic invoice inside')).toBeNull()
  cleanup()

  sender = { ...company, vat_number: null }
  open(issued)
  await pdf()
  expect(await screen.findByText('This PDF has no electronic invoice inside')).toBeTruthy()
  expect(screen.getByText(/needs the VAT number of your company/)).toBeTruthy()
  expect(downloadPdf.mock.lastCall).toMatchObject([{}, { facturX: null }])
})

test('an issued invoice shows where it stands, takes a payment, and is credited, not voided', async () => {
  const user = open(issued)
  const dots = await screen.findByRole('list', { name: 'Status of this invoice' })
  expect([...dots.children].map((dot) => dot.getAttribute('data-state'))).toEqual([
    'done',
    'done',
    'open',
    'open',
    'open',
  ])
  expect(screen.getByRole('button', { name: 'Record payment' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('menuitem', { name: 'Credit' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Void draft' })).toBeNull()
})

test('an invoice of which a part never came is not called paid', async () => {
  const settled = { paid: '753.45', credited: '700.00', written_off: '700.00', balance: '0.00' }
  open({ ...issued, status: 'paid', state: 'part_written_off', ...settled })
  const dots = await screen.findByRole('list', { name: 'Status of this invoice' })
  expect(dots.lastElementChild?.textContent).toContain('Partly written off')
  expect(screen.getAllByText('Partly written off').length).toBeGreaterThan(1)
  expect(screen.getByText('€753.45')).toBeTruthy()
  expect(screen.getByText('€700.00')).toBeTruthy()
})

test('a credit note begins empty: what was typed for an earlier one survives a reload of the open dialog only', async () => {
  const user = open(issued)
  const begin = async () => {
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Credit' }))
    return screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Why/ })
  }
  await user.type(await begin(), 'Wrong size')
  cleanup()
  const again = showTo(
    'admin',
    <MemoryRouter initialEntries={['/?dialog=credit']}>
      <InvoiceScreen id="one" />
    </MemoryRouter>,
  )
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Why/ })).value).toBe('Wrong size')
  await again.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await begin()).value).toBe('')
})

test('after issuing the next step is to send it by mail', async () => {
  const user = open({ ...issued, sent_at: null })
  await user.click(await screen.findByRole('button', { name: 'Send by mail' }))
  expect(await screen.findByRole('dialog', { name: 'Send this invoice by mail' })).toBeTruthy()
})

test('an open invoice that waits to be sent has a button for a payment beside the next step', async () => {
  const user = open({ ...issued, sent_at: null })
  await user.click(await screen.findByRole('button', { name: 'Record payment' }))
  expect(await screen.findByRole('dialog', { name: 'Record a payment' })).toBeTruthy()
})

test('the view of the client has the address of the client, once it is issued', async () => {
  const user = open(issued)
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  expect((await screen.findByRole('menuitem', { name: 'As the client sees it' })).getAttribute('href')).toBe(
    `/client-invoices/${issued.public_uuid}`,
  )
  cleanup()
  const drafting = open(draft)
  await drafting.click(await screen.findByRole('button', { name: 'More actions' }))
  expect((await screen.findByRole('menuitem', { name: 'As the client sees it' })).getAttribute('href')).toBe(
    '/public/invoices/one',
  )
})

test('the link is copied and the invoice counts as sent', async () => {
  const user = open({ ...issued, sent_at: null })
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy client link' }))
  await waitFor(() => expect(called('mark_sent')).toEqual([{ p_kind: 'invoice', p_id: 'one' }]))
})

test('who may only look sees the paper and no step', async () => {
  const user = open(draft, 'sales')
  expect(await screen.findByRole('heading', { name: 'Draft invoice' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  expect(screen.queryByRole('button', { name: 'Issue' })).toBeNull()
  expect(screen.queryByRole('menuitem', { name: 'Void draft' })).toBeNull()
})

test('a draft takes an extra line, the client’s order number and a due day; an issued invoice takes none', async () => {
  const user = open({ ...draft, row_version: 1, note: null })
  await user.click(await screen.findByRole('button', { name: 'Add line' }))
  const line = await screen.findByRole('form', { name: 'New line' })
  await user.type(within(line).getByRole('textbox', { name: 'Description' }), 'Call out on Sunday')
  await user.type(within(line).getByRole('textbox', { name: /^Unit price/ }), '142.375')
  await user.click(within(line).getByRole('button', { name: 'Add line' }))
  await waitFor(() =>
    expect(calls.find(({ path, method }) => path.includes('invoice_items') && method === 'POST')?.body).toMatchObject({
      invoice_id: 'one',
      kind: 'item',
      description: 'Call out on Sunday',
      unit_price: '142.3750',
      vat_rate: '18',
    }),
  )
  await user.type(screen.getByRole('textbox', { name: 'Client’s order number' }), 'PO-77')
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  await waitFor(() =>
    expect(calls.find(({ path, method }) => path.includes('/invoices?') && method === 'PATCH')?.body).toMatchObject({
      client_po: 'PO-77',
    }),
  )
  cleanup()
  open(issued)
  await screen.findByRole('list', { name: 'Status of this invoice' })
  expect(screen.queryByRole('button', { name: 'Add line' })).toBeNull()
})

test('a line for a business abroad begins without VAT, and says so until another rate is chosen', async () => {
  const usual = proposal
  proposal = {
    ...{ rate: '0.0000', treatment: 'intra_community', work_rate: '0.0000', work_treatment: 'reverse_charge' },
    ...{ abroad: 'union', goods_stay: false, site_rate: '0.0000', site_treatment: 'reverse_charge', supplies: {} },
  }
  try {
    const user = open(draft)
    await user.click(await screen.findByRole('button', { name: 'Add line' }))
    const line = await screen.findByRole('form', { name: 'New line' })
    const words = /^Goods go to another country: an intra-Community supply without VAT/
    expect(await within(line).findByText(words)).not.toBeNull()
    await user.click(within(line).getByRole('combobox', { name: /^VAT/ }))
    await user.click(await screen.findByRole('option', { name: '18 %' }))
    expect(within(line).queryByText(words)).toBeNull()
  } finally {
    proposal = usual
  }
})
