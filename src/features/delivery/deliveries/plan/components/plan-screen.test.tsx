// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { PlanScreen } from './plan-screen'

beforeEach(() => {
  localStorage.clear()
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
})
afterEach(cleanup)

const order = '5c000000-0000-4000-8000-000000000001'
const line = (id: string, description: string, more: object) => ({
  order_item_id: id,
  description,
  details: null,
  unit: 'pcs',
  on_the_way: '0',
  not_made: null,
  work: null,
  now: '0',
  handed_over: '0',
  ...more,
  proposed_on_site: Reflect.get(more, 'proposed_on_site') ?? Reflect.get(more, 'proposed'),
})

function open(answers: (call: Call) => Answer | null = () => null, ordered: object = {}) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    const { path } = call
    if (path.includes('/rpc/get_company')) return { body: [{ time_zone: 'Europe/Malta' }] }
    if (path.includes('/rest/v1/orders'))
      return {
        body: {
          id: order,
          order_number: 'SO-7',
          project_title: 'Signs of two shops',
          status: 'ready',
          contact_id: 'c1',
          location_id: 'l1',
          due_date: null,
          promised_date: null,
          contact: { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Nova Signs', on_stop: false },
          items: [{ service: null }],
          jobs: [],
          ...ordered,
        },
      }
    if (path.includes('lines_to_deliver'))
      return {
        body: [
          line('boards', 'Boards', {
            ordered: '10',
            before: '4',
            on_the_way: '1',
            left_over: '6',
            ready: '10',
            proposed: '6',
          }),
          line('frames', 'Frames', { ordered: '4', before: '4', left_over: '0', ready: '4', proposed: '0' }),
        ],
      }
    if (path.includes('/rest/v1/locations'))
      return { body: [{ id: 'l1', label: 'Shop', address: '4 Tower Road', city: 'Sliema' }] }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[`/deliveries?plan=${order}`]}>
      <PlanScreen orderId={order} />
    </MemoryRouter>,
  )
  return { user, calls }
}
const planned = (calls: readonly Call[]) => calls.filter(({ path }) => path.includes('plan_of_order'))

test('a plan begins with all that is left, says what is too much, and brings what was typed to a new address', async () => {
  const { user, calls } = open()
  const boards = await screen.findByLabelText('How many of Boards')
  expect(boards).toHaveProperty('value', '6')
  expect(screen.queryByLabelText('How many of Frames')).toBeNull()
  await user.clear(boards)
  await user.type(boards, '7')
  expect(screen.getByText('Only 6 of 10 are left')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Plan delivery' }))
  expect(planned(calls)).toEqual([])
  await user.clear(boards)
  await user.type(boards, '3')
  expect(within(screen.getAllByRole('row')[1]!).getByText('3 pcs')).toBeTruthy()

  await user.click(screen.getByRole('combobox', { name: 'Address' }))
  await user.click(await screen.findByRole('option', { name: 'Another address…' }))
  await user.type(screen.getByLabelText(/Street and number/), '9 Old Street')
  await user.type(screen.getByLabelText('Parcels'), '3')
  await user.click(screen.getByRole('button', { name: 'Plan delivery' }))
  await waitFor(() => expect(planned(calls).length).toBe(1))
  expect(planned(calls)[0]?.body).toMatchObject({
    p_order_id: order,
    p_plan: {
      method: 'delivery',
      location_id: null,
      new_site: { address: '9 Old Street', city: null, postcode: null, label: null },
      parcels: 3,
      items: [{ order_item_id: 'boards', qty: '3' }],
    },
  })
})

test('what a crew fits at the client’s is proposed as an installation', async () => {
  const step = { before_approval: false, work_centre: { kind: 'vehicle' } }
  open(undefined, { jobs: [{ status: 'ready', steps: [step] }] })
  expect(await screen.findByRole('combobox', { name: 'Method' })).toHaveProperty('value', 'Installation')
  cleanup()
  open(undefined, { items: [{ service: { supply: 'installation' } }] })
  expect(await screen.findByRole('combobox', { name: 'Method' })).toHaveProperty('value', 'Installation')
  cleanup()
  open(undefined, { jobs: [{ status: 'cancelled', steps: [step] }] })
  expect(await screen.findByRole('combobox', { name: 'Method' })).toHaveProperty('value', 'Delivery')
})

test('what somebody else planned meanwhile is said in words, and what was typed stays', async () => {
  const words = 'Of "Boards" only 2 of 10 are left to deliver'
  const { user } = open(({ path }) =>
    path.includes('plan_of_order') ? { status: 409, body: { code: 'PT409', message: words } } : null,
  )
  await user.type(await screen.findByLabelText('Notes for the driver'), 'Ring twice')
  await user.click(screen.getByRole('button', { name: 'Plan delivery' }))
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByLabelText('Notes for the driver')).toHaveProperty('value', 'Ring twice')
})

test('a window that overlaps with another drop of the van is said before it is saved', async () => {
  const drop = (number: string, clock: string, more: object = {}) => ({
    id: number,
    delivery_number: number,
    status: 'planned',
    method: 'delivery',
    scheduled_at: `2026-12-01T${clock}:00Z`,
    scheduled_has_time: true,
    slot_minutes: 45,
    van_id: 'v1',
    route_seq: 1,
    crew: [],
    weight_kg: null,
    items: [],
    ...more,
  })
  const { user } = open(({ path }) => {
    if (path.includes('/rest/v1/vans'))
      return {
        body: [
          { id: 'v1', name: 'Van 1', registration: null, capacity_kg: null, load_length_mm: null, is_active: true },
        ],
      }
    return path.includes('/rest/v1/deliveries') && path.includes('slot_minutes')
      ? {
          body: [
            drop('DN-3', '10:15'),
            drop('DN-5', '13:15', { slot_minutes: 20 }),
            drop('DN-6', '08:00', { route_seq: 6 }),
          ],
        }
      : null
  })
  await user.click(await screen.findByRole('combobox', { name: 'Van' }))
  await user.click(await screen.findByRole('option', { name: /Van 1/ }))
  await user.type(screen.getByLabelText('Day'), '1 Dec 2026')
  await user.type(screen.getByLabelText('From'), '11:30')
  await user.type(screen.getByLabelText('To'), '12:15')
  expect(await screen.findByText('Van 1 on Tue, 1 Dec 2026: 3 drops, the last one until 14:35.')).toBeTruthy()
  expect(await screen.findByText('Overlaps with DN-3, which ends at 12:00.')).toBeTruthy()
})

test('nine of twelve are ready: nine are planned, and twelve after a yes alone', async () => {
  const { user, calls } = open(({ path }) =>
    path.includes('lines_to_deliver')
      ? {
          body: [
            line('letters', 'Letters', { ordered: '12', before: '0', left_over: '12', ready: '9', proposed: '9' }),
          ],
        }
      : null,
  )
  const letters = await screen.findByLabelText('How many of Letters')
  expect(letters).toHaveProperty('value', '9')
  expect(screen.getByText('9 of 12 ready')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.clear(letters)
  await user.type(letters, '12')
  const question = screen.getByRole('checkbox', { name: 'Not made yet: 3 of Letters. Plan it all the same?' })
  await user.click(screen.getByRole('button', { name: 'Plan delivery' }))
  expect(await screen.findByText('Some of it is not made yet: tick that you plan it all the same')).toBeTruthy()
  expect(planned(calls)).toEqual([])
  await user.click(question)
  await user.click(screen.getByRole('button', { name: 'Plan delivery' }))
  await waitFor(() => expect(planned(calls).length).toBe(1))
  expect(planned(calls)[0]?.body).toMatchObject({ p_plan: { items: [{ order_item_id: 'letters', qty: '12' }] } })
})

test('a plan that was left half typed is no conflict where the next one begins otherwise', async () => {
  const method = () => screen.getByRole('combobox', { name: 'Method' })
  const choose = async (label: string) => {
    await user.click(await screen.findByRole('combobox', { name: 'Method' }))
    await user.click(await screen.findByRole('option', { name: label }))
  }
  const { user, calls } = open(({ path }) => (path.includes('plan_of_order') ? { body: 'd1' } : null))
  const boards = await screen.findByLabelText('How many of Boards')
  await user.clear(boards)
  await user.type(boards, '3')
  await choose('Pick-up')
  await user.click(screen.getByRole('button', { name: 'Plan it, then the rest' }))
  await waitFor(() => expect(planned(calls).length).toBe(1))
  // The rest begins with the method of the first part.
  await waitFor(() => expect(screen.getByLabelText('How many of Boards')).toHaveProperty('value', '6'))
  expect(method()).toHaveProperty('value', 'Pick-up')
  await choose('Installation')
  cleanup()

  const again = open()
  expect(await screen.findByLabelText('How many of Boards')).toBeTruthy()
  expect(method()).toHaveProperty('value', 'Installation')
  expect(screen.queryByText(/meanwhile/)).toBeNull()
  await again.user.click(screen.getByRole('button', { name: 'Plan delivery' }))
  await waitFor(() => expect(planned(again.calls).length).toBe(1))
})

test('hours of an installation follow the method: a delivery begins without them and says it', async () => {
  const { user } = open(({ path }) =>
    path.includes('lines_to_deliver')
      ? {
          body: [
            line('boards', 'Boards', { ordered: '4', before: '0', left_over: '4', ready: '4', proposed: '4' }),
            line('fitting', 'Fitting', {
              ordered: '3.5',
              unit: 'hour',
              before: '0',
              left_over: '3.5',
              ready: null,
              work: 'on_site',
              proposed: '0',
              proposed_on_site: '3.5',
            }),
          ],
        }
      : null,
  )
  const hours = () => screen.getByLabelText('How many of Fitting')
  await screen.findByLabelText('How many of Boards')
  expect(hours()).toHaveProperty('value', '0')
  expect(screen.getByText('Work on site: an installation brings it')).toBeTruthy()
  const choose = async (label: string) => {
    await user.click(screen.getByRole('combobox', { name: 'Method' }))
    await user.click(await screen.findByRole('option', { name: label }))
  }
  await choose('Installation')
  await waitFor(() => expect(hours()).toHaveProperty('value', '3.5'))
  await choose('Pick-up')
  await waitFor(() => expect(hours()).toHaveProperty('value', '0'))
})
