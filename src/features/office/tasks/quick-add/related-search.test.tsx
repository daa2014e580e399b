// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ClientQuotationSearch, UnifiedSearch } from './related-search'
import { completeBrowser, type Sent, serve, show } from './testing'

const nothing = () => {}
const unified = (typed: string) => {
  show(<UnifiedSearch typed={typed} disabled={false} onType={nothing} onQuotation={nothing} onClient={nothing} />)
  for (const field of screen.getAllByRole('textbox', { name: 'Related To' })) fireEvent.focus(field)
}
const ofClient = (typed: string) => {
  show(<ClientQuotationSearch clientId="hotel" typed={typed} disabled={false} onType={nothing} onQuotation={nothing} />)
  fireEvent.focus(screen.getByRole('textbox', { name: 'Quotation' }))
}
const asked = (sent: readonly Sent[]) =>
  sent.map(({ path, search }) => `${path} ${search.replace(/select=[^&]*&/, '')}`).toSorted()

beforeEach(completeBrowser)
afterEach(cleanup)

test('spec 2 §5: Unified search starts at 2 characters', async () => {
  const sent = serve(() => ({ body: [] }))
  unified('Q')
  unified(' Q ')
  unified('Q-')
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
  expect(sent.filter(({ search }) => !search.toUpperCase().includes('%Q-%'))).toEqual([])
})

test('spec 2 §7, §8, §9: No quotations or clients found: up to 5 each are asked for, quotations newest first, clients by name', async () => {
  const sent = serve(() => ({ body: [] }))
  unified('Q-')
  expect(await screen.findByText('No quotations or clients found')).toBeTruthy()
  expect(asked(sent)).toEqual([
    '/rest/v1/contacts ?search_text=ilike.%q-%&order=name.asc,id.asc&limit=50',
    '/rest/v1/quotations ?quotation_number=ilike.%Q-%&order=created_at.desc&limit=5',
  ])
})

test('clients are found without the accents of their names, 5 at most, and not by their address', async () => {
  const contact = (nth: number, name: string) => ({ id: `c${nth}`, name, last_name: null, company: null })
  const names = ['Għargħur Bakery', 'Żejtun Bar', ...Array.from({ length: 6 }, (_, nth) => `Gharghur ${nth}`)]
  serve(({ path }) => ({ body: path.includes('contacts') ? names.map((name, nth) => contact(nth, name)) : [] }))
  unified('GHARGHUR')
  expect(await screen.findByText('Għargħur Bakery')).toBeTruthy()
  expect(screen.queryByText('Żejtun Bar')).toBe(null)
  expect(screen.getByText('Gharghur 3')).toBeTruthy()
  expect(screen.queryByText('Gharghur 4')).toBe(null)
})

test('spec 2 §5, §7, §8, §9: No quotations found for this client: the client-quotation search filters from 1 character, newest first, up to 20', async () => {
  const sent = serve(() => ({ body: [] }))
  ofClient('7')
  expect(await screen.findByText('No quotations found for this client')).toBeTruthy()
  expect(asked(sent)).toEqual([
    '/rest/v1/quotations ?contact_id=eq.hotel&quotation_number=ilike.%7%&order=created_at.desc&limit=20',
  ])
})

test('the quotations of a client are offered before anything is typed', async () => {
  const quotation = { id: 'q', quotation_number: 'Q-7', status: 'sent', project_title: 'Fascia', contact: null }
  serve(() => ({ body: [quotation] }))
  ofClient('')
  expect((await screen.findByRole('option')).textContent).toBe('Q-7 Fascia · sent')
})

test('a search that fails says so instead of that there is nothing', async () => {
  serve(() => ({ status: 500, body: { message: 'broken' } }))
  unified('Q-')
  expect(await screen.findByText('The search failed. Try again.')).toBeTruthy()
  expect(screen.queryByText('No quotations or clients found')).toBeNull()
})

test('spec 2 §4: picking says which quotation or client was meant', async () => {
  const picked = vi.fn()
  serve(({ path }) => ({
    body:
      path === '/rest/v1/contacts'
        ? [{ id: 'bakery', name: 'Bakery', last_name: null, company: 'Bakery Ltd' }]
        : [{ id: 'q', quotation_number: 'Bak-1', status: 'sent', project_title: null, contact: null }],
  }))
  show(<UnifiedSearch typed="ba" disabled={false} onType={nothing} onQuotation={picked} onClient={picked} />)
  fireEvent.focus(screen.getByRole('textbox', { name: 'Related To' }))
  for (const option of await screen.findAllByRole('option')) fireEvent.click(option)
  expect(picked.mock.calls).toEqual([
    [expect.objectContaining({ quotation: { id: 'q', number: 'Bak-1' }, client: null })],
    [{ id: 'bakery', name: 'Bakery', company: 'Bakery Ltd' }],
  ])
})

test('Enter picks the first match, also before the answer is there', async () => {
  const picked = vi.fn()
  serve(({ path }) => ({
    body: path === '/rest/v1/contacts' ? [{ id: 'bakery', name: 'Bakery', last_name: null, company: null }] : [],
  }))
  show(<UnifiedSearch typed="ba" disabled={false} onType={nothing} onQuotation={nothing} onClient={picked} />)
  const field = screen.getByRole('textbox', { name: 'Related To' })
  fireEvent.focus(field)
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(picked.mock.calls).toEqual([[expect.objectContaining({ id: 'bakery' })]]))
})
