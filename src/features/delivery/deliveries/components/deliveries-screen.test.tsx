// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dayAfter } from '@/shared/domain/time/days'
import { readFormats, setFormats, weekdayText } from '@/shared/domain/text/formats'
import { dayIn } from '@/shared/domain/time/zoned'
import { type Answer, type Call, serve, showTo } from '@/shared/ui/testing'
import { DeliveriesScreen } from './deliveries-screen'

beforeEach(() => setFormats(readFormats({ time_zone: 'Europe/Malta' })))
afterEach(cleanup)

const drop = (number: string, more: object = {}) => ({
  id: `id-${number}`,
  delivery_number: number,
  project_title: `Sign ${number}`,
  status: 'ready',
  method: 'delivery',
  scheduled_at: '2026-12-02T09:00:00Z',
  scheduled_has_time: true,
  slot_minutes: 30,
  van_id: null,
  route_seq: null,
  crew: [],
  weight_kg: null,
  failed_reason: null,
  contact: { id: 'c1', type: 'Business', name: null, last_name: null, company: 'Nova Signs', phone: null },
  location: null,
  items: [],
  ...more,
})
const [short, long] = [
  { id: 'v1', name: 'Short van', registration: 'KBR 118', capacity_kg: 50, load_length_mm: 3000, is_active: true },
  { id: 'v2', name: 'Long van', registration: null, capacity_kg: null, load_length_mm: null, is_active: true },
]

function open(
  drops: object[],
  unplanned: object[] = [],
  answers: (call: Call) => Answer | null = () => null,
  day = '2026-12-02',
) {
  const calls = serve((call) => {
    const answer = answers(call)
    if (answer) return answer
    if (call.path.includes('/rpc/get_company')) return { body: [{ time_zone: 'Europe/Malta' }] }
    if (call.path.includes('/rest/v1/vans')) return { body: [short, long] }
    if (call.path.includes('van_id=is.null')) return { body: unplanned }
    if (call.path.includes('/rest/v1/deliveries')) return { body: drops }
    return { body: [] }
  })
  const user = showTo(
    'admin',
    <MemoryRouter initialEntries={[`/deliveries?day=${day}`]}>
      <DeliveriesScreen />
    </MemoryRouter>,
  )
  return { user, calls }
}
const lane = (name: string) => screen.findByRole('region', { name })
const cardsIn = async (name: string) =>
  within(await lane(name))
    .queryAllByRole('article')
    .map((card) => card.getAttribute('aria-label'))

test('a day shows each van with its drops in order by the clock of the company, and says what does not fit', async () => {
  open([
    drop('DN-2', { van_id: 'v1', route_seq: 2, weight_kg: 40 }),
    drop('DN-1', { van_id: 'v1', route_seq: 1, weight_kg: 20, scheduled_at: '2026-12-02T08:45:00Z' }),
    drop('DN-3', { method: 'pickup' }),
    drop('DN-9', { van_id: 'v1', scheduled_at: '2026-12-02T23:30:00Z' }),
  ])
  expect(await cardsIn('Short van')).toEqual(['DN-1 Sign DN-1', 'DN-2 Sign DN-2'])
  expect(await cardsIn('Collected and sent')).toEqual(['DN-3 Sign DN-3'])
  const van = (await lane('Short van')).textContent
  expect(van).toContain('09:45–10:15')
  expect(van).toContain('Overlaps with DN-1, which ends at 10:15')
  expect(van).toContain('60 kg is too much: it takes 50 kg')
  expect(van).toContain('No crew yet')
})

test('a drop of which only the day is known has no time on the board', async () => {
  open([drop('DN-1', { van_id: 'v1', scheduled_has_time: false, scheduled_at: '2026-12-02T07:00:00Z' })])
  const van = (await lane('Short van')).textContent
  expect(van).toContain('No time yet')
  expect(van).not.toContain('08:00')
})

test('a drop without a place of its own says the address on the card of its client', async () => {
  const contact = { ...drop('DN-1').contact, address_line: '90 Triq l-Imdina', city: 'Attard', postcode: 'ATD 1234' }
  open([drop('DN-1', { van_id: 'v1', contact }), drop('DN-2', { van_id: 'v1' }), drop('DN-3', { method: 'pickup' })])
  const van = (await lane('Short van')).textContent
  expect(van).toContain('Nova Signs · 90 Triq l-Imdina, ATD 1234 Attard (from the client’s card)')
  expect(van).toContain('Nova Signs · No place yet')
  expect((await lane('Collected and sent')).textContent).not.toContain('No place yet')
})

test('the menu puts a drop into a van, it stands there at once, and a refusal puts it back in words', async () => {
  const { user, calls } = open(
    [drop('DN-1', { van_id: 'v1', route_seq: 1 })],
    [drop('DN-5', { scheduled_at: null })],
    ({ path }) => {
      if (!path.includes('route_delivery')) return null
      return { status: 409, body: { code: 'PT409', message: 'Another delivery brings "Fascia" now' } }
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Move DN-5' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Short van' }))
  expect(await screen.findByText('Another delivery brings "Fascia" now')).toBeTruthy()
  expect(calls.find(({ path }) => path.includes('route_delivery'))?.body).toEqual({
    p_id: 'id-DN-5',
    p_day: '2026-12-02',
    p_van_id: 'v1',
  })
  await waitFor(async () => expect(await cardsIn('Without a van')).toEqual(['DN-5 Sign DN-5']))
})

test('one place up names the drop before which it comes; what is delivered has no menu', async () => {
  const { user, calls } = open([
    drop('DN-1', { van_id: 'v1', route_seq: 1 }),
    drop('DN-2', { van_id: 'v1', route_seq: 2 }),
    drop('DN-3', { van_id: 'v1', route_seq: 3, status: 'delivered' }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Move DN-2' }))
  await user.click(await screen.findByRole('menuitem', { name: 'One place up' }))
  await waitFor(() => expect(calls.some(({ path }) => path.includes('route_delivery'))).toBe(true))
  expect(calls.find(({ path }) => path.includes('route_delivery'))?.body).toEqual({
    p_id: 'id-DN-2',
    p_day: '2026-12-02',
    p_van_id: 'v1',
    p_before: 'id-DN-1',
  })
  expect(screen.queryByRole('button', { name: 'Move DN-3' })).toBeNull()
})

test('today still has what earlier days left: first in its van, marked late, and put on today from its menu', async () => {
  const today = dayIn('Europe/Malta', new Date().toISOString())
  const [before, noon] = [`${dayAfter(today, -1)}T09:00:00Z`, `${today}T11:00:00Z`]
  const { user, calls } = open(
    [drop('DN-2', { van_id: 'v1', route_seq: 1, scheduled_at: noon })],
    [],
    ({ path }) =>
      path.includes('late_deliveries')
        ? { body: [drop('DN-1', { van_id: 'v1', route_seq: 4, scheduled_at: before })] }
        : null,
    today,
  )
  expect(await cardsIn('Short van')).toEqual(['DN-1 Sign DN-1', 'DN-2 Sign DN-2'])
  const van = await lane('Short van')
  expect(within(van).getByText(`Late, planned for ${weekdayText(dayAfter(today, -1))}`)).toBeTruthy()
  expect(within(van).getByRole('heading').textContent).toBe('Short van2 drops')
  expect(screen.getByText(`${weekdayText(today)}: 2 deliveries, 1 of them late`)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Move DN-1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Long van' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.includes('route_delivery'))?.body).toMatchObject({
      p_day: today,
      p_van_id: 'v2',
    }),
  )
})
