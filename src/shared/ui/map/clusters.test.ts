import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clustered } from './clusters'

const size = { width: 600, height: 400 }
const pin = (id: string, lat: number, lng: number) => ({ id, label: id, lat, lng })
/** Malta fills the map, degrees drawn as a square net. */
const island = ({ lat, lng }: { lat: number; lng: number }) => ({ x: (lng - 14.1) * 1000, y: (36.15 - lat) * 1000 })
const ids = (chosen: string | null, pins: ReturnType<typeof pin>[]) =>
  clustered(pins, island, size, 30, chosen).map(({ pins: together }) => together.map(({ id }) => id))

test('neighbours are one mark, the chosen one stands alone', () => {
  const pins = [pin('a', 35.9, 14.5), pin('b', 35.901, 14.501), pin('c', 36.05, 14.25)]
  expect(ids(null, pins)).toEqual([['c'], ['b', 'a']])
  expect(ids('a', pins)).toEqual([['c'], ['b'], ['a']])
})

test('what lies far outside of the map is left out', () => {
  expect(ids(null, [pin('a', 35.9, 14.5), pin('z', 48, 2)])).toEqual([['a']])
})

test('every pin on the map is in exactly one mark, and marks do not touch', () => {
  const places = fc.array(
    fc.record({
      lat: fc.double({ min: 35.8, max: 36.1, noNaN: true }),
      lng: fc.double({ min: 14.2, max: 14.6, noNaN: true }),
    }),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(places, (all) => {
      const pins = all.map(({ lat, lng }, index) => pin(String(index), lat, lng))
      const marks = clustered(pins, island, size, 30, null)
      expect(marks.flatMap(({ pins: together }) => together.map(({ id }) => id)).toSorted()).toEqual(
        pins.map(({ id }) => id).toSorted(),
      )
      for (const [index, a] of marks.entries())
        for (const b of marks.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(30)
    }),
    { numRuns: 30 },
  )
})
