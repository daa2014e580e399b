// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { ClosingScreen } from './closing-screen'

let calls: Call[]
let closings: Record<string, unknown>[]
let left: { part: string; number: number; amount: string | null; orders?: object[]; periods?: object[] }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T09:00:00Z') })
  closings = []
  left = []
  calls = serve(({ path, body }) => {
    if (path.includes('/rpc/closing_checks')) return { body: left }
    if (path.includes('/rpc/close_books')) {
      const [to, scope] = [Reflect.get(Object(body), 'p_to'), Reflect.get(Object(body), 'p_scope')]
      closings = [closing(to, scope), ...closings]
      return { body: null }
    }
    if (path.includes('/book_closings')) return { body: closings }
    if (path.includes('/vat_returns'))
      return {
        body: [
          { from_day: '2026-07-01', to_day: '2026-09-30' },
          { from_day: '2026-10-01', to_day: '2026-10-31' },
        ],
      }
    return { body: [] }
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const closing = (to: unknown, scope: unknown = 'everybody', reason: string | null = null) => ({
  id: `${String(to)} ${String(scope)}`,
  scope,
  closed_to: to,
  reason,
  created_by: null,
  created_at: '2026-11-03T09:00:00Z',
})
const open = (role: 'admin' | 'accounts' = 'accounts') =>
  showTo(
    role,
    <MemoryRouter>
      <ClosingScreen />
    </MemoryRouter>,
    ['invoices', 'payments', 'supplier-invoices'],
  )
const asked = () => calls.filter(({ path }) => path.includes('close_books')).map(({ body }) => body)

test('the last whole month is proposed, and closed after one question when nothing is left to do', async () => {
  const user = open('admin')
  expect(await screen.findByText('All days are open')).toBeTruthy()
  const list = await screen.findByRole('list', { name: 'What is left to do' })
  expect(within(list).getByText('Everything delivered is invoiced')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close up to 31 Oct 2026' }))
  const question = await screen.findByRole('dialog', { name: 'Close up to 31 Oct 2026?' })
  expect(question.textContent).toContain(
    'Nobody can book, change or move anything of the days up to 31 Oct 2026 any more. Only an admin can open them again, with a reason.',
  )
  expect(asked()).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Close the days' }))
  expect(await screen.findByText('Closed up to 31 Oct 2026', { selector: 'span' })).toBeTruthy()
  expect(asked()).toEqual([{ p_to: '2026-10-31', p_scope: 'everybody' }])
})

test('an order whose deposit is free is named with its amount', async () => {
  left = [
    {
      part: 'deposits_without_invoice',
      number: 2,
      amount: '117.82',
      orders: [{ id: 'o1', number: 'SO-2026-0098', gross: '17.82' }],
    },
  ]
  open('admin')
  const list = await screen.findByRole('list', { name: 'What is left to do' })
  expect(within(list).getByRole('link', { name: '2 · Deposits without an invoice' })).toBeTruthy()
  expect(within(list).getByText('€17.82 of SO-2026-0098')).toBeTruthy()
})

test('a return that is not filed leads to its days', async () => {
  left = [{ part: 'returns_to_file', number: 1, amount: null, periods: [{ from: '2026-07-01', to: '2026-09-30' }] }]
  open('admin')
  const list = await screen.findByRole('list', { name: 'What is left to do' })
  expect(within(list).getByText('1 · Returns not filed')).toBeTruthy()
  expect(within(list).getByRole('link', { name: '1 Jul 2026 – 30 Sept 2026' }).getAttribute('href')).toBe(
    '/vat?days=2026-07-01..2026-09-30',
  )
})

test('after a month is closed the next one is proposed, and nothing is said about the closed one', async () => {
  closings = [closing('2026-09-30')]
  const user = open('admin')
  await user.click(await screen.findByRole('button', { name: 'Close up to 31 Oct 2026' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close the days' }))
  expect(await screen.findByText(/^The next month is over after 30 Nov 2026/)).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('Closed up to 31 Oct 2026')
  expect(screen.getByRole('textbox', { name: 'Up to and including' })).toHaveProperty('value', '')
  expect(screen.queryByRole('list', { name: 'What is left to do' })).toBeNull()
  expect(await screen.findByRole('list', { name: 'Left to do so far' })).toBeTruthy()
  expect(calls.some(({ body }) => Reflect.get(Object(body), 'p_to') === '2026-11-25')).toBe(true)
  expect(screen.getByRole('button', { name: 'Close' })).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('textbox', { name: 'Up to and including' }), '2026-11-20')
  await user.tab()
  expect(await screen.findByRole('button', { name: 'Close up to 20 Nov 2026' })).toBeTruthy()
  expect(await screen.findByRole('list', { name: 'What is left to do' })).toBeTruthy()
})

test('what is left to do leads to its screen, and is asked about before the days are closed', async () => {
  left = [
    { part: 'to_invoice', number: 3, amount: '1250.50' },
    { part: 'bank_entries', number: 2, amount: null },
  ]
  const user = open('admin')
  const link = await screen.findByRole('link', { name: '3 · Delivered and not invoiced' })
  expect(link.getAttribute('href')).toBe('/to-invoice')
  expect(screen.getByText('€1,250.50')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close up to 31 Oct 2026' }))
  const question = await screen.findByRole('dialog', { name: /Close up to 31 Oct 2026 with 2 things left to do/ })
  expect(asked()).toEqual([])
  await user.click(within(question).getByRole('button', { name: 'Close all the same' }))
  await waitFor(() => expect(asked()).toHaveLength(1))
})

test('an admin opens days again with a reason; the history says both', async () => {
  closings = [closing('2026-10-31'), closing('2026-09-30')]
  const user = open('admin')
  await user.click(await screen.findByRole('button', { name: 'Open days again…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Open closed days again' })
  expect((await within(dialog).findByRole('status')).textContent).toMatch(/return is filed .*Oct 2026\. What is booked/)
  await user.click(within(dialog).getByRole('button', { name: 'Open again' }))
  expect(await within(dialog).findByText('Please say why the books are opened again')).toBeTruthy()
  expect(asked()).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: /Why/ }), 'A bill was missing')
  await user.click(within(dialog).getByRole('button', { name: 'Open again' }))
  await waitFor(() =>
    expect(asked()).toEqual([{ p_to: '2026-09-30', p_scope: 'everybody', p_reason: 'A bill was missing' }]),
  )
})
