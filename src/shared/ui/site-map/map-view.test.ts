import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitting, fromScreen, metresPerPixel, pulled, scaleBar, toScreen, zoomed } from './map-view'

const size = { width: 720, height: 440 }
const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true })
const anywhere = fc.record({ lat: degrees(84), lng: degrees(179) })
const somewhere = fc.array(anywhere, { minLength: 1, maxLength: 12 })
const spots = fc.record({ x: fc.integer({ min: 0, max: 720 }), y: fc.integer({ min: 0, max: 440 }) })
const near = (a: number, b: number) => Math.abs(a - b) < 1e-3

test('whatever was clicked is what stands there', () => {
  fc.assert(
    fc.property(somewhere, anywhere, (points, at) => {
      const view = fitting(points, size, 40)
      const back = view && fromScreen(view, size, toScreen(view, size, at))
      expect(back && near(back.lat, at.lat) && near(back.lng, at.lng)).toBe(true)
    }),
  )
})

test('a map that fits holds every point inside its margin, north up and east right', () => {
  fc.assert(
    fc.property(somewhere, (points) => {
      const view = fitting(points, size, 40)
      if (!view || view.scale <= 256 * 2 ** 2) return
      for (const at of points) {
        const { x, y } = toScreen(view, size, at)
        expect([x > 39 && x < 681, y > 39 && y < 401]).toEqual([true, true])
      }
    }),
  )
  const view = fitting(
    [
      { lat: 35.8, lng: 14.2 },
      { lat: 36.1, lng: 14.6 },
    ],
    size,
    40,
  )
  if (!view) throw new Error('Nothing fits')
  const [south, north] = [
    toScreen(view, size, { lat: 35.8, lng: 14.2 }),
    toScreen(view, size, { lat: 36.1, lng: 14.6 }),
  ]
  expect([north.y < south.y, north.x > south.x]).toEqual([true, true])
})

test('one point stands in the middle of its neighbourhood; none is no view', () => {
  const view = fitting([{ lat: 35.9, lng: 14.5 }], size, 40)
  expect(view && toScreen(view, size, { lat: 35.9, lng: 14.5 })).toEqual({ x: 360, y: 220 })
  expect(view && metresPerPixel(view)).toBeCloseTo(7.74, 1)
  expect(fitting([], size, 40)).toBeNull()
})

test('zooming keeps the place under the mouse where it is', () => {
  fc.assert(
    fc.property(spots, fc.double({ min: 0.5, max: 2, noNaN: true }), (spot, factor) => {
      const view = fitting(
        [
          { lat: 35.8, lng: 14.2 },
          { lat: 36.1, lng: 14.6 },
        ],
        size,
        40,
      )
      if (!view) throw new Error('Nothing fits')
      const at = fromScreen(view, size, spot)
      const after = toScreen(zoomed(view, size, spot, factor), size, at)
      expect([near(after.x, spot.x), near(after.y, spot.y)]).toEqual([true, true])
    }),
  )
})

test('pulling moves what is seen by as much, and ends at the end of the world', () => {
  const view = fitting([{ lat: 35.9, lng: 14.5 }], size, 40)
  if (!view) throw new Error('Nothing fits')
  const moved = toScreen(pulled(view, { x: 30, y: -20 }), size, { lat: 35.9, lng: 14.5 })
  expect([moved.x, moved.y].map(Math.round)).toEqual([390, 200])
  expect(pulled(view, { x: 1e12, y: 1e12 })).toMatchObject({ x: 0, y: 0 })
})

test('the scale bar is a round length that fits', () => {
  const view = fitting([{ lat: 35.9, lng: 14.5 }], size, 40)
  if (!view) throw new Error('Nothing fits')
  const { metres, pixels } = scaleBar(view, 120)
  expect(metres).toBe(500)
  expect(Math.round(pixels)).toBe(65)
})
