import fc from 'fast-check'
import { expect, test } from 'vitest'
import { railPlaces, railsFor, usualParts } from './panel'

test.each([
  [200, 0],
  [500, 2],
  [750, 3],
  [900, 3],
  [1000, 4],
  [1200, 4],
  [1500, 5],
  [1750, 6],
  [2000, 7],
  [2250, 8],
  [2440, 8],
])('a face of %i mm has %i rails', (height, rails) => expect(railsFor(height)).toBe(rails))

test('rails lie on the face: none nearer than 30 mm to an edge, and a higher face never has fewer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 250, max: 20_000 }), (height) => {
      const places = railPlaces(height)
      expect(places[0]).toBe(30)
      expect(places.at(-1)).toBe(height - 30)
      expect(railsFor(height + 1)).toBeGreaterThanOrEqual(places.length)
      const gaps = places.slice(1).map((place, at) => place - (places[at] ?? 0))
      // Above the table no gap is wider than 350 mm; the table itself goes up to 440 mm.
      expect(Math.max(...gaps)).toBeLessThanOrEqual(height > 2440 ? 351 : 440)
    }),
  )
})

test('a tray of 600 mm has a face that is folded, brackets, three rails and vinyl', () => {
  expect(usualParts('tray', 2400, 600, 40).map(({ name, qty }) => [name, qty])).toEqual([
    ['Face, V-grooved and folded', 1],
    ['Corner brackets', 4],
    ['Stiffening rail', 3],
    ['Vinyl', 1],
  ])
})
