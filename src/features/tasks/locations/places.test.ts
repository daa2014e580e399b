import { expect, test } from 'vitest'
import type { PlacedTask } from '../api/open-task-places.query'
import { coordinatesOf, gatherByPlace, mapLink, pinPlaces } from './places'

const at = (id: string, lat: number | null, lng: number | null): PlacedTask['location'] => ({
  id,
  label: id,
  address: null,
  city: null,
  country: null,
  lat,
  lng,
})
const task = (id: string, location: PlacedTask['location']): PlacedTask => ({
  id,
  title: id,
  status: 'pending',
  due_at: null,
  location,
})

test('open tasks are gathered by place, the busiest first, and without what may not be seen', () => {
  const [shop, depot] = [at('Shop', 1, 1), at('Depot', 2, 2)]
  const places = gatherByPlace([task('a', shop), task('b', depot), task('c', null), task('d', depot)])
  expect(places.map(({ location, tasks }) => [location.label, tasks.map(({ id }) => id)])).toEqual([
    ['Depot', ['b', 'd']],
    ['Shop', ['a']],
  ])
})

test('places stand inside the map, north up and east right', () => {
  const pins = pinPlaces(gatherByPlace([task('a', at('S', 50, 8)), task('b', at('N', 51, 9))]), 600, 400, 40)
  const pin = (name: string) => pins.find(({ place }) => place.location.label === name)
  expect([pin('N')?.y, pin('S')?.y]).toEqual([40, 360])
  expect(pin('N')?.x ?? 0).toBeGreaterThan(pin('S')?.x ?? 0)
})

test('one place stands in the middle; one without coordinates is on no map', () => {
  const pins = pinPlaces(gatherByPlace([task('a', at('S', 50, 8)), task('b', at('?', null, 8))]), 600, 400, 40)
  expect(pins.map(({ place, x, y }) => [place.location.label, x, y])).toEqual([['S', 300, 200]])
})

test('a map link opens by lat,lng; coordinates that cannot be are none', () => {
  expect(mapLink({ lat: 50.1, lng: -8.6 })).toBe('https://www.google.com/maps/search/?api=1&query=50.1%2C-8.6')
  expect([coordinatesOf({ lat: 91, lng: 0 }), coordinatesOf({ lat: 0, lng: null })]).toEqual([null, null])
})
