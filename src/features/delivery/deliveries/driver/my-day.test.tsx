// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { kindsFrom } from '@/kit/outbox/testing'
import { OutboxProvider } from '@/kit/outbox/outbox-provider'
import { dayAfter } from '@/shared/domain/time/days'
import { readFormats, setFormats, weekdayText } from '@/shared/domain/text/formats'
import { dayIn } from '@/shared/domain/time/zoned'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { deliveryKinds } from '../outbox-kinds'
import { MyDay } from './my-day'

beforeEach(() => {
  localStorage.clear()
  setFormats(readFormats({ time_zone: 'Europe/Malta' }))
})
afterEach(cleanup)

// The pad draws on a canvas, which is not here: nobody draws on this one.
vi.mock('signature_pad', () => ({
  default: class {
    addEventListener() {}
    clear() {}
    off() {}
  },
}))

const noon = `${dayIn('Europe/Malta', new Date().toISOString())}T11:00:00Z`
const drop = (number: string, more: object = {}) => ({
  id: `id-${number}`,
  delivery_number: number,
  project_title: `Sign ${number}`,
  status: 'out',
  method: 'delivery',
  scheduled_at: noon,
  scheduled_has_time: true,
  slot_minutes: 30,
  delivered_at: null,
  received_by: null,
  van_id: 'v1',
  route_seq: 1,
  crew: ['me'],
  weight_kg: null,
  failed_reason: null,
  failed_at: null,
  contact_on_site: 'Joe Borg',
  phone_on_site: '+356 5550 0199',
  instructions: null,
  public_uuid: 'u',
  row_version: 1,
  contact: null,
  location: { id: 'l', label: 'Shop', address: null, city: 'Rabat', lat: 35.88, lng: 14.4 },
  items: [
    {
      id: 'line',
      position: 'a0',
      qty: '6.0000',
      qty_delivered: '0.0000',
      item: {
        description: 'Panels',
        unit: 'piece',
        qty: '10.0000',
        qty_delivered: '4.0000',
        width_mm: null,
        height_mm: null,
      },
    },
  ],
  ...more,
})

function open(drops: object[], answers: (call: Call) => Answer | null = () => null) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/rpc/get_company')) return { body: [{ time_zone: 'Europe/Malta' }] }
    if (call.path.includes('/rest/v1/deliveries')) return { body: drops }
    if (call.path.includes('/rpc/late_deliveries')) return { body: [] }
    if (call.path.includes('/rpc/not_made_of_deliveries')) return { body: [] }
    return { body: null }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={['/deliveries']}>
      <OutboxProvider kinds={kindsFrom(async () => deliveryKinds)}>
        <MyDay />
      </OutboxProvider>
    </MemoryRouter>,
  )
  return { user, calls }
}
const setOnline = (isOnline: boolean) => {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

test('a driver sees the own drops in order, and who to call', async () => {
  open([drop('DN-2', { route_seq: 2 }), drop('DN-1'), drop('DN-3', { crew: ['somebody'] })])
  expect(
    (await screen.findAllByRole('listitem')).map((stop) => stop.getAttribute('aria-label')).filter(Boolean),
  ).toEqual(['DN-1 Sign DN-1', 'DN-2 Sign DN-2'])
  expect(screen.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+356 5550 0199')
  expect(screen.getByText('Ordered 10 · before 4 · now 6 · still to come 0')).toBeTruthy()
})

test('a driver reads the warning of the day plan where a drop is before the one above it', async () => {
  const early = `${noon.slice(0, 10)}T08:00:00Z`
  open([drop('DN-1'), drop('DN-2', { route_seq: 2, scheduled_at: early })])
  expect((await screen.findAllByText('Its time is before DN-1 above it')).length).toBe(1)
})

test('a driver reads no time where nobody said one', async () => {
  open([drop('DN-1', { scheduled_has_time: false }), drop('DN-2', { route_seq: 2 })])
  const stops = await screen.findAllByRole('listitem', { name: /^DN-/ })
  expect(stops.map((stop) => /No time yet|12:00–12:30/.exec(stop.textContent)?.[0])).toEqual([
    'No time yet',
    '12:00–12:30',
  ])
})

test('a drop without an address of its own leads to that of its client, and a pickup nowhere', async () => {
  const contact = { id: 'c', type: 'Business', name: null, last_name: null, company: 'Bastion Law', phone: null }
  const client = { location: null, contact: { ...contact, address_line: "27 Triq Sant'Orsla", city: 'Valletta' } }
  open([drop('DN-1', client)])
  expect(await screen.findByText("Bastion Law · 27 Triq Sant'Orsla, Valletta (from the client’s card)")).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Navigate' }).getAttribute('href')).toContain(
    encodeURIComponent("27 Triq Sant'Orsla, Valletta"),
  )
  cleanup()
  open([drop('DN-2', { ...client, method: 'pickup' })])
  expect(await screen.findByText('Bastion Law')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Navigate' })).toBeNull()
})

test('a delivery that is not of an order says what it brings, where there are no pieces to tick', async () => {
  open([drop('DN-1', { project_title: 'Sample boards, three finishes', items: [] })])
  expect((await screen.findByText(/^Brings:/)).textContent).toContain('Sample boards, three finishes')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('what an earlier day left comes first, and says so', async () => {
  const yesterday = dayAfter(dayIn('Europe/Malta', noon), -1)
  const late = drop('DN-0', { route_seq: 7, scheduled_at: `${yesterday}T11:00:00Z` })
  open([drop('DN-1')], ({ path }) => (path.includes('late_deliveries') ? { body: [late] } : null))
  expect(
    (await screen.findAllByRole('listitem')).map((stop) => stop.getAttribute('aria-label')).filter(Boolean),
  ).toEqual(['DN-0 Sign DN-0', 'DN-1 Sign DN-1'])
  expect(screen.getByText(`Late, planned for ${weekdayText(yesterday)}`)).toBeTruthy()
  expect(screen.getByText(/2 of 2 still to come$/)).toBeTruthy()
})

test('without a network a hand-over is kept, and sent once when it is back, with the hours that are done', async () => {
  const line = drop('DN-1').items[0]!
  const hours = { qty: '2.0000', qty_delivered: '0.0000', unit: 'hour', width_mm: null, height_mm: null }
  const fitting = { ...line, id: 'hours', qty: '2.0000', item: { description: 'Fitting', ...hours } }
  const { user, calls } = open([drop('DN-1', { items: [line, fitting] })])
  await user.type(await screen.findByLabelText('Received by'), 'Joe Borg')
  expect(screen.queryByRole('checkbox', { name: /Fitting/ })).toBeNull()
  await user.clear(screen.getByLabelText('How many of Panels'))
  await user.type(screen.getByLabelText('How many of Panels'), '3')
  expect(screen.getByLabelText('How many of Fitting')).toHaveProperty('value', '1')
  await user.clear(screen.getByLabelText('How many of Fitting'))
  await user.type(screen.getByLabelText('How many of Fitting'), '1.5')
  setOnline(false)
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByRole('button', { name: 'Withdraw Hand over DN-1' })).toBeTruthy()
  expect(calls.filter(({ path }) => path.includes('deliver_drop'))).toEqual([])
  setOnline(true)
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('deliver_drop')).length).toBe(1))
  expect(calls.find(({ path }) => path.includes('deliver_drop'))?.body).toMatchObject({
    p_delivery_id: 'id-DN-1',
    p_items: [
      { delivery_item_id: 'line', qty: '3.0000' },
      { delivery_item_id: 'hours', qty: '1.5000' },
    ],
    p_received_by: 'Joe Borg',
    p_photo_paths: [],
  })
})

test('what waits for the network says who received how much, when and the signature, and the next drop is open', async () => {
  const items = [drop('DN-1').items[0]!, { ...drop('DN-1').items[0]!, id: 'second', qty: '2.0000' }]
  const { user, calls } = open([drop('DN-1', { items }), drop('DN-2', { route_seq: 2 })])
  await user.type(await screen.findByLabelText('Received by'), 'Maria')
  await user.clear(screen.getAllByLabelText('How many of Panels')[0]!)
  await user.type(screen.getAllByLabelText('How many of Panels')[0]!, '5')
  setOnline(false)
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  const stop = screen.getByRole('listitem', { name: 'DN-1 Sign DN-1' })
  expect(await within(stop).findByText(/^Handed to Maria, signed \d\d:\d\d$/)).toBeTruthy()
  expect(within(stop).getByLabelText('Signature of Maria').textContent).toBe('Maria')
  expect(within(stop).getByText('Panels: 5 of 6')).toBeTruthy()
  expect(within(stop).getByText('Panels: 2 of 2')).toBeTruthy()
  expect(screen.getByText(/1 of 2 still to come, 1 handed over and not sent yet$/)).toBeTruthy()
  expect(within(screen.getByRole('listitem', { name: 'DN-2 Sign DN-2' })).getByLabelText('Received by')).toBeTruthy()
  items[0] = { ...items[0]!, qty_delivered: '5.0000' }
  setOnline(true)
  await waitFor(() => expect(screen.queryByText(/^Handed to Maria/)).toBeNull())
  expect(calls.filter(({ path }) => path.includes('deliver_drop')).length).toBe(1)
})

test('what was handed over is not asked for again while the delivery cannot be read anew', async () => {
  let isAway = false
  const { user, calls } = open([drop('DN-1')], ({ path }) =>
    isAway && path.includes('/rest/v1/deliveries') ? { status: 503, body: { message: 'away' } } : null,
  )
  await user.type(await screen.findByLabelText('Received by'), 'Maria')
  isAway = true
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('deliver_drop')).length).toBe(1))
  expect(await screen.findByText('Sent. This page follows as soon as it can read the delivery again.')).toBeTruthy()
  expect(screen.getByText(/^Handed to Maria/)).toBeTruthy()
  expect(screen.queryByLabelText('Received by')).toBeNull()
})

test('a drop of which something is not made says so, also from what is kept without a network', async () => {
  const words = 'JOB-2026-0230-A (1 of 4 steps done)'
  const asked: Call[] = []
  open([drop('DN-1'), drop('DN-2', { status: 'delivered' })], (call) => {
    if (!call.path.includes('/rpc/not_made_of_deliveries')) return null
    asked.push(call)
    return { body: [{ delivery_id: 'id-DN-1', not_made: words }] }
  })
  expect(await screen.findByText(`Not made yet: ${words}`)).toBeTruthy()
  expect(asked[0]?.body).toEqual({ p_ids: ['id-DN-1'] })
  cleanup()
  open([], () => ({ status: 503, body: { message: 'away' } }))
  expect(await screen.findByText(/^There is no network\./)).toBeTruthy()
  expect(screen.getByText(`Not made yet: ${words}`)).toBeTruthy()
})

test('what is not made is handed over after a yes alone', async () => {
  const words = 'JOB-2026-0230-A (not begun)'
  const { user, calls } = open([drop('DN-1')], ({ path }) =>
    path.includes('/rpc/not_made_of_deliveries')
      ? { body: [{ delivery_id: 'id-DN-1', not_made: words, lines: { line: { words, made: '0' } } }] }
      : null,
  )
  await user.type(await screen.findByLabelText('Received by'), 'Joe Borg')
  const sent = () => calls.filter(({ path }) => path.includes('deliver_drop'))
  const description = 'Some of it is not made yet: tick that you hand it over all the same'
  await user.click(screen.getByRole('button', { name: 'Hand over', description }))
  expect(sent()).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: `Not made yet: ${words}. Hand over all the same?` }))
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(sent().length).toBe(1))
})

test('of a line that stays behind nothing is asked, nor of as many as are made', async () => {
  const words = 'JOB-2026-0230-A (not begun)'
  const [line] = drop('DN-1').items
  const letters = { ...line, id: 'i2', item: { ...line?.item, description: 'Letters' } }
  const { user, calls } = open([drop('DN-1', { items: [line, letters] })], ({ path }) =>
    path.includes('/rpc/not_made_of_deliveries')
      ? { body: [{ delivery_id: 'id-DN-1', not_made: words, lines: { i2: { words, made: '1' } } }] }
      : null,
  )
  await user.type(await screen.findByLabelText('Received by'), 'Joe Borg')
  const question = () => screen.queryByRole('checkbox', { name: `Not made yet: ${words}. Hand over all the same?` })
  expect(question()).not.toBeNull()
  const many = screen.getByLabelText('How many of Letters')
  await user.clear(many)
  await user.type(many, '1')
  expect(question()).toBeNull()
  await user.clear(many)
  await user.type(many, '2')
  expect(question()).not.toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^Letters/ }))
  expect(question()).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('deliver_drop')).length).toBe(1))
})

test('a drop of an order on hold says why, and is not handed over; what was typed stays', async () => {
  const { user, calls } = open([drop('DN-1')], ({ path }) =>
    path.includes('/rpc/not_made_of_deliveries')
      ? { body: [{ delivery_id: 'id-DN-1', not_made: null, on_hold: 'The deposit is late.' }] }
      : null,
  )
  expect((await screen.findAllByText('On hold: The deposit is late')).length).toBeGreaterThan(0)
  await user.type(screen.getByLabelText('Received by'), 'Joe Borg')
  const description = 'On hold: The deposit is late'
  await user.click(screen.getByRole('button', { name: 'Hand over', description }))
  expect(calls.filter(({ path }) => path.includes('deliver_drop'))).toEqual([])
  expect(screen.getByDisplayValue('Joe Borg')).toBeTruthy()
})

test('only a phone without a network says when it happened: others are told of a hold', async () => {
  const sent = (calls: Call[]) => calls.filter(({ path }) => path.includes('deliver_drop'))
  const words = 'SO-1 is on hold: The deposit is late. Nothing of it is handed over until it is released.'
  const online = open([drop('DN-1')], ({ path }) =>
    path.includes('deliver_drop') ? { status: 409, body: { code: 'PT409', message: words } } : null,
  )
  await online.user.type(await screen.findByLabelText('Received by'), 'Joe Borg')
  await online.user.click(screen.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText(`Not sent: ${words}`)).toBeTruthy()
  expect(sent(online.calls)[0]?.body).not.toHaveProperty('p_at')
  await online.user.click(screen.getByRole('button', { name: 'Change' }))
  expect(await screen.findByDisplayValue('Joe Borg')).toBeTruthy()
  setOnline(false)
  await online.user.click(screen.getByRole('button', { name: 'Hand over' }))
  await screen.findByText(/Handed to Joe Borg/)
  setOnline(true)
  await waitFor(() => expect(sent(online.calls).length).toBe(2))
  expect(sent(online.calls)[1]?.body).toHaveProperty('p_at')
})

test('an empty pad signs nothing; the typed name does', async () => {
  const { user, calls } = open([drop('DN-1')])
  await user.type(await screen.findByLabelText('Received by'), 'Joe Borg')
  await user.click(screen.getByRole('radio', { name: 'Draw' }))
  const description = 'Sign on the pad, or choose “Type”'
  await user.click(await screen.findByRole('button', { name: 'Hand over', description }))
  await user.click(screen.getByRole('radio', { name: 'Type' }))
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  await waitFor(() => expect(calls.filter(({ path }) => path.includes('deliver_drop')).length).toBe(1))
})

test('what another van brought meanwhile is said, and can be changed', async () => {
  const words = 'All of this delivery is handed over already: Anna received it on 22 Nov, 14:02'
  const { user } = open([drop('DN-1')], ({ path }) =>
    path.includes('deliver_drop') ? { status: 409, body: { code: 'PT409', message: words } } : null,
  )
  await user.type(await screen.findByLabelText('Received by'), 'Joe Borg')
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText(`Not sent: ${words}`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Change' }))
  expect(await screen.findByDisplayValue('Joe Borg')).toBeTruthy()
})

test('opened anew without a network, the day is there as it was, with what was ticked, and is sent once', async () => {
  const first = open([drop('DN-1'), drop('DN-2', { route_seq: 2 })])
  await first.user.type(await screen.findByLabelText('Received by'), 'Joe Borg')
  await first.user.clear(screen.getByLabelText('How many of Panels'))
  await first.user.type(screen.getByLabelText('How many of Panels'), '2')
  cleanup()

  let isAway = true
  const { user, calls } = open([drop('DN-1')], () => (isAway ? { status: 503, body: { message: 'away' } } : null))
  expect(await screen.findByText(/^There is no network\. This is your day as of \d\d:\d\d\./)).toBeTruthy()
  expect(screen.getByRole('listitem', { name: 'DN-2 Sign DN-2' })).toBeTruthy()
  expect(screen.getByLabelText('Received by')).toHaveProperty('value', 'Joe Borg')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  const sent = () => calls.filter(({ path }) => path.includes('deliver_drop'))
  await waitFor(() => expect(sent().length).toBe(1))
  expect(sent()[0]?.body).toMatchObject({
    p_items: [{ delivery_item_id: 'line', qty: '2.0000' }],
    p_received_by: 'Joe Borg',
  })
})
