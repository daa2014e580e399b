import { expect, test } from 'vitest'
import type { Van } from '../api/day.query'
import { afterMove, conflictsOf, lanesOf, lastEndOf, longestOf, type Stop, weightOf, whyNotMove } from './lanes'

const van = (id: string, more: Partial<Van> = {}): Van => ({
  id,
  name: `Van ${id}`,
  registration: null,
  capacity_kg: 900,
  load_length_mm: 3200,
  is_active: true,
  ...more,
})
const stop = (id: string, clock: string, more: Partial<Stop> = {}): Stop => ({
  id,
  delivery_number: `DN-${id}`,
  status: 'planned',
  method: 'delivery',
  scheduled_at: `2026-12-02T${clock}:00Z`,
  scheduled_has_time: true,
  slot_minutes: 45,
  van_id: 'a',
  route_seq: null,
  crew: [],
  weight_kg: null,
  items: [],
  ...more,
})
const sized = (width: string, height: string): Stop['items'] => [
  {
    id: 'i',
    position: 'a0',
    qty: '1',
    qty_delivered: '0',
    item: { description: 'Fascia', unit: 'piece', qty: '1', qty_delivered: '0', width_mm: width, height_mm: height },
  },
]
const words = { clock: (at: number) => new Date(at).toISOString().slice(11, 16), person: (id: string) => id }
const told = (stops: Stop[], crews: { van_id: string; crew: string[] }[] = [{ van_id: 'a', crew: ['Tony'] }]) => {
  const { ofVan, ofStop } = conflictsOf(lanesOf([van('a'), van('b')], crews, stops), words)
  return { ...Object.fromEntries(ofVan), ...Object.fromEntries(ofStop) }
}

test('drops follow each other by place, then by time; a van out of use shows only while it has drops', () => {
  const stops = [stop('3', '14:00'), stop('1', '11:00', { route_seq: 1 }), stop('2', '09:00')]
  const lanes = lanesOf([van('a'), van('old', { is_active: false })], [], stops)
  expect(lanes.map(({ van: { id }, stops: own }) => [id, own.map((row) => row.id)])).toEqual([['a', ['1', '2', '3']]])
})

test('a day that fits says nothing', () => {
  expect(told([stop('1', '09:00', { route_seq: 1 }), stop('2', '09:45', { route_seq: 2 })])).toEqual({})
})

test('windows that overlap or run backwards are said at the later drop', () => {
  expect(told([stop('1', '09:00', { route_seq: 1 }), stop('2', '09:30', { route_seq: 2 })])).toEqual({
    2: ['Overlaps with DN-1, which ends at 09:45'],
  })
  expect(told([stop('1', '11:00', { route_seq: 1 }), stop('2', '09:30', { route_seq: 2 })])).toEqual({
    2: ['Its time is before DN-1 above it'],
  })
})

test('a drop overlaps with any drop of its van, wherever that stands on the route; the last one is the one that ends last', () => {
  const stops = [
    stop('1', '11:15', { route_seq: 1 }),
    stop('2', '14:15', { route_seq: 2, slot_minutes: 20 }),
    stop('3', '14:00', { route_seq: 3, slot_minutes: 30 }),
    stop('4', '11:30', { route_seq: 4 }),
  ]
  expect(told(stops)).toEqual({
    3: ['Its time is before DN-2 above it', 'Overlaps with DN-2, which begins at 14:15'],
    4: ['Its time is before DN-3 above it', 'Overlaps with DN-1, which ends at 12:00'],
  })
  expect(words.clock(lastEndOf(stops) ?? 0)).toBe('14:35')
  expect(lastEndOf([stop('1', '11:15', { scheduled_has_time: false })])).toBeNull()
})

test('a drop of which only the day is known overlaps with nothing', () => {
  const unknown = { scheduled_has_time: false }
  expect(told([stop('1', '08:00', { route_seq: 1, ...unknown }), stop('2', '08:15', { route_seq: 2 })])).toEqual({})
  expect(told([stop('1', '09:00', { route_seq: 1 }), stop('2', '08:00', { route_seq: 2, ...unknown })])).toEqual({})
})

test('too long, too heavy, nobody and one person in two vans are said', () => {
  expect(told([stop('1', '09:00', { items: sized('5400.00', '900.00') })])).toEqual({
    1: ['5.4 m long: Van a takes 3.2 m'],
  })
  expect(told([stop('1', '09:00', { weight_kg: 600.4 }), stop('2', '10:00', { weight_kg: 300.2 })])).toEqual({
    a: ['900.6 kg is too much: it takes 900 kg'],
  })
  expect(told([stop('1', '09:00')], [])).toEqual({ a: ['No crew yet'] })
  expect(
    told(
      [stop('1', '09:00'), stop('2', '09:00', { van_id: 'b' })],
      [
        { van_id: 'a', crew: ['Tony'] },
        { van_id: 'b', crew: ['Tony'] },
      ],
    ),
  ).toEqual({ a: ['Tony is also with Van b'], b: ['Tony is also with Van a'] })
})

test('weights are added to a tenth of a kilo, the longest side is of any item', () => {
  expect(weightOf([stop('1', '09:00', { weight_kg: 0.1 }), stop('2', '09:00', { weight_kg: 0.2 })])).toBe(0.3)
  expect(longestOf({ items: sized('900', '5400') })).toBe(5400)
  expect(longestOf({ items: [] })).toBeNull()
})

test('a move puts a drop before another one, last, or out of its van', () => {
  const rows = [
    stop('1', '09:00', { route_seq: 1 }),
    stop('2', '10:00', { route_seq: 2 }),
    stop('3', '11:00', { van_id: null }),
  ]
  const order = (move: { id: string; vanId: string | null; before: string | null }) =>
    lanesOf([van('a')], [], afterMove(rows, { day: '2026-12-02', ...move }))[0]?.stops.map(({ id }) => id)
  expect(order({ id: '3', vanId: 'a', before: '2' })).toEqual(['1', '3', '2'])
  expect(order({ id: '1', vanId: 'a', before: null })).toEqual(['2', '1'])
  expect(order({ id: '1', vanId: null, before: null })).toEqual(['2'])
})

test('what was delivered, is on the road or goes without a van is not moved', () => {
  expect(whyNotMove(stop('1', '09:00', { status: 'delivered' }), true)).toBe('DN-1 is delivered already')
  expect(whyNotMove(stop('1', '09:00', { status: 'out' }), true)).toContain('on the road')
  expect(whyNotMove(stop('1', '09:00', { status: 'out' }), false)).toBeNull()
  expect(whyNotMove(stop('1', '09:00', { method: 'courier' }), true)).toBe('DN-1 goes without a van')
})
