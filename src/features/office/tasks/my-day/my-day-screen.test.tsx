// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { kindsFrom } from '@/kit/outbox/testing'
import { keysFrom } from '@/shared/lib/memory'
import { type Call, serve, showTo } from '@/shared/ui/testing'
import { taskKinds } from '../outbox-kinds'
import { MyDayScreen } from './my-day-screen'

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

const room = 20_000
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const line = (n: number, change: Record<string, unknown> = {}) => ({
  kind: 'task',
  id: id(n),
  part_of: null,
  because: 'due',
  title: `Line ${n}`,
  detail: 'Nova Cafe',
  number: null,
  day: '2025-11-20',
  at: null,
  status: 'pending',
  place: null,
  ...change,
})
const three = [
  line(1),
  line(2, { kind: 'step', because: 'planned', part_of: id(9), number: 'JOB-1' }),
  line(3, { kind: 'delivery', because: 'promised', number: 'DN-1' }),
]
const isDay = ({ path }: Call) => path.startsWith('/rest/v1/rpc/my_day')
const isOrder = ({ path }: Call) => path.startsWith('/rest/v1/rpc/order_my_day')

/** The day over a server that keeps its order, and refuses to once `refuses` is true. */
function open(lines: readonly ReturnType<typeof line>[] = three, isOut = false) {
  const server = { refuses: false, isOut, ids: [] as string[] }
  const calls = serve((call) => {
    if (server.isOut) throw new TypeError('Failed to fetch')
    if (isOrder(call) && server.refuses) return { status: 500, body: { message: 'down' } }
    if (isOrder(call)) server.ids = (call.body as { p_ids: string[] }).p_ids
    if (isDay(call))
      return { body: lines.map((one) => ({ ...one, place: server.ids.indexOf(one.id) + 1 || one.place })) }
    return { body: call.method === 'PATCH' ? [{ id: id(1) }] : [] }
  })
  const user = showTo(
    'sales',
    <MemoryRouter initialEntries={['/my-day']}>
      <OutboxProvider kinds={kindsFrom(async () => taskKinds)}>
        <MyDayScreen />
      </OutboxProvider>
    </MemoryRouter>,
  )
  const shown = () =>
    within(screen.getByRole('list', { name: 'My day' }))
      .getAllByRole('listitem')
      .map((row) => row.querySelector('a, span')?.textContent)
  return { user, calls, server, shown, orders: () => calls.filter(isOrder).map(({ body }) => body) }
}

describe('my day', () => {
  test(
    'says what each line is, why it is here, and since when; each opens its record',
    async () => {
      open()
      const row = within((await screen.findByRole('link', { name: 'Line 2' })).closest('li') as HTMLElement)
      for (const words of ['JOB-1', 'Nova Cafe', 'Step, planned', '20 Nov 2025'])
        expect(row.getByText(words)).toBeTruthy()
      expect(row.queryByRole('button', { name: /Complete/ })).toBeNull()
    },
    room,
  )

  test(
    'a line moves by Alt and the arrows, and the order is sent whole',
    async () => {
      const { user, shown, orders } = open()
      await screen.findByRole('link', { name: 'Line 1' })
      await user.keyboard('j{Alt>}{ArrowDown}{/Alt}')
      await waitFor(() => expect(shown()).toEqual(['Line 2', 'Line 1', 'Line 3']))
      expect(document.activeElement?.textContent).toBe('Line 1')
      expect(orders()).toEqual([{ p_ids: [id(2), id(1), id(3)] }])
      await user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}')
      await waitFor(() => expect(shown()).toEqual(['Line 1', 'Line 2', 'Line 3']))
      // At the top already: the second press asks for nothing.
      expect(orders().length).toBe(2)
    },
    room,
  )

  test(
    'an order that is refused is taken back and said',
    async () => {
      const { user, server, shown } = open()
      server.refuses = true
      await screen.findByRole('link', { name: 'Line 1' })
      await user.keyboard('j{Alt>}{ArrowDown}{/Alt}')
      expect(await screen.findByText('Your order was not saved')).toBeTruthy()
      await waitFor(() => expect(shown()).toEqual(['Line 1', 'Line 2', 'Line 3']))
    },
    room,
  )

  test(
    'the order of time comes back, and its undo brings the own one',
    async () => {
      const { user, orders, shown } = open([line(1, { place: 2 }), line(2, { place: 1 })])
      await user.click(await screen.findByRole('button', { name: 'Order by time' }))
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(orders()).toEqual([{ p_ids: [] }, { p_ids: [id(2), id(1)] }]))
      await waitFor(() => expect(shown()).toEqual(['Line 2', 'Line 1']))
    },
    room,
  )

  test(
    'a task is completed where it stands, and its undo opens it again',
    async () => {
      const { user, calls } = open()
      await user.click(await screen.findByRole('button', { name: 'Complete Line 1' }))
      const sent = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
      await waitFor(() => expect(sent()).toEqual([{ status: 'completed' }]))
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(sent()).toEqual([{ status: 'completed' }, { status: 'pending' }]))
    },
    room,
  )

  test(
    'a phone shows the day as of its last read where nobody answers; what is completed there waits and goes once',
    async () => {
      vi.stubGlobal('matchMedia', (query: string) => ({
        matches: query.includes('coarse'),
        media: query,
        addEventListener: () => {},
        removeEventListener: () => {},
      }))
      open()
      await screen.findByRole('link', { name: 'Line 1' })
      await waitFor(() => expect(keysFrom('signwright-visit:me:read:')).toHaveLength(1))
      cleanup()
      const { user, calls, server } = open(three, true)
      expect(await screen.findByText(/^There is no network\. This is your day as of \d/)).toBeTruthy()
      await user.click(screen.getByRole('button', { name: 'Complete Line 1' }))
      await waitFor(() => expect(screen.getByRole('link', { name: 'Line 1' }).closest('[data-done]')).toBeTruthy())
      server.isOut = false
      const before = calls.length
      window.dispatchEvent(new Event('online'))
      const sent = () => calls.slice(before).filter(({ method }) => method === 'PATCH')
      await waitFor(() => expect(sent()).toHaveLength(1), { timeout: 8000 })
      await screen.findByRole('button', { name: 'Undo' })
      expect(sent().map(({ body }) => body)).toEqual([{ status: 'completed' }])
    },
    room,
  )

  test(
    'an empty day says so',
    async () => {
      open([])
      expect(await screen.findByText('Nothing is left for today')).toBeTruthy()
    },
    room,
  )
})
