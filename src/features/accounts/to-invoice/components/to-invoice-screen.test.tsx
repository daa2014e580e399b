// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { ToInvoiceScreen } from './to-invoice-screen'

const order = (number: string, client: string, net: string) => ({
  order_id: `id-${number}`,
  order_number: number,
  contact_id: `client-${client}`,
  client_name: client,
  project_title: null,
  currency: 'EUR',
  since: '2026-11-02T09:00:00Z',
  lines: 2,
  net,
  deposit_left: '0.00',
})
let calls: Call[]
let waiting: ReturnType<typeof order>[]
/** The queue stays unchanged although a draft was made. */
let isStale: boolean

beforeEach(() => {
  isStale = false
  waiting = [order('SO-1', 'Hotel', '100.10'), order('SO-2', 'Hotel', '0.20'), order('SO-3', 'Bakery', '50.00')]
  calls = serve(({ path, body }) => {
    if (path.includes('/rpc/to_invoice')) return { body: waiting }
    if (path.includes('/rpc/make_invoice')) {
      const made: unknown = Reflect.get(Object(body), 'p_order_ids')
      if (!isStale) waiting = waiting.filter(({ order_id }) => !(Array.isArray(made) && made.includes(order_id)))
      return { body: Reflect.get(Object(body), 'p_id') }
    }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (role: 'admin' | 'sales' | 'team_member' = 'admin') =>
  showTo(
    role,
    <MemoryRouter>
      <ToInvoiceScreen />
    </MemoryRouter>,
    role === 'sales' ? ['invoices', 'statements', 'deliveries'] : ['deliveries'],
  )
const made = () =>
  calls.filter(({ path }) => path.includes('make_invoice')).map(({ body }) => Reflect.get(Object(body), 'p_order_ids'))

test('the queue is emptied with the keyboard: Space chooses two orders of a client, Enter makes their invoice', async () => {
  const user = open()
  const queue = await screen.findByRole('listbox', { name: 'Orders to invoice' })
  queue.focus()
  await user.keyboard(' {ArrowDown} ')
  expect(screen.getByRole('button', { name: /One invoice of 2 orders, €100.30 net/ })).toBeTruthy()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(made()).toEqual([['id-SO-1', 'id-SO-2']]))
  await waitFor(() => expect(within(queue).getAllByRole('option')).toHaveLength(1))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(made()).toEqual([['id-SO-1', 'id-SO-2'], ['id-SO-3']]))
  expect(await screen.findByText('Everything delivered is invoiced')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'SO-1 and SO-2, Hotel' })).toBeTruthy()
})

test('after a click the button is no other order’s until one is chosen: no second click invoices another client', async () => {
  const user = open()
  await user.dblClick(await screen.findByRole('button', { name: 'Invoice SO-1' }))
  expect(await screen.findByText('The draft of SO-1 is made.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Open draft' }).length).toBeGreaterThan(0)
  expect(await screen.findByRole('link', { name: 'SO-1, Hotel' })).toBeTruthy()
  const button = await screen.findByRole('button', { name: 'Invoice an order' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  await user.keyboard('{Enter}')
  expect(made()).toEqual([['id-SO-1']])
  screen.getByRole('listbox', { name: 'Orders to invoice' }).focus()
  await user.keyboard('{ArrowDown}')
  expect(await screen.findByRole('button', { name: 'Invoice SO-2' })).toBeTruthy()
})

test('an invoiced order keeps its place while the pointer is over the queue, and cannot be chosen', async () => {
  const user = open()
  const queue = await screen.findByRole('listbox', { name: 'Orders to invoice' })
  await user.click(within(queue).getByRole('option', { name: /SO-1/ }))
  await user.keyboard('{Enter}')
  const gone = await within(queue).findByRole('option', { name: /SO-1.*Nothing left to invoice/ })
  const places = () =>
    within(queue)
      .getAllByRole('option')
      .map(({ id }) => id)
  expect(places()).toEqual(['waiting-id-SO-1', 'waiting-id-SO-2', 'waiting-id-SO-3'])
  await user.click(gone)
  expect(gone.getAttribute('aria-selected')).toBe('false')
  await user.unhover(queue)
  expect(places()).toEqual(['waiting-id-SO-2', 'waiting-id-SO-3'])
})

test('the same orders asked for again before the queue was read anew are the same draft', async () => {
  isStale = true
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Invoice SO-1' }), { detail: 1 })
  await screen.findByRole('link', { name: 'SO-1, Hotel' })
  fireEvent.click(await screen.findByRole('option', { name: /SO-1/ }))
  fireEvent.click(await screen.findByRole('button', { name: 'Invoice SO-1' }), { detail: 1 })
  await waitFor(() => expect(made()).toHaveLength(2))
  const ids = calls
    .filter(({ path }) => path.includes('make_invoice'))
    .map(({ body }) => Reflect.get(Object(body), 'p_id'))
  expect(new Set(ids).size).toBe(1)
})

test('who may not write invoices makes none', async () => {
  const user = open('sales')
  const queue = await screen.findByRole('listbox', { name: 'Orders to invoice' })
  queue.focus()
  await user.keyboard('{Enter}')
  expect(made()).toEqual([])
})

test('somebody without the right to see invoices is told so, not that everything is invoiced', async () => {
  waiting = []
  open('team_member')
  expect(await screen.findByText('You may not see the orders to invoice')).toBeTruthy()
  expect(screen.queryByText('Everything delivered is invoiced')).toBeNull()
  expect(calls.some(({ path }) => path.includes('to_invoice'))).toBe(false)
})

test('the bar leads to the money screens that the person may see, and to no other', async () => {
  open('sales')
  const bar = await screen.findByRole('navigation', { name: 'Accounts' })
  expect(
    within(bar)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['To invoice', 'Invoices', 'Credit notes', 'Statements', 'VAT'])
})
