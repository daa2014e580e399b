import { expect, test } from 'vitest'
import type { PlacedTask } from '../api/open-task-places.query'
import { gatherByPlace } from './places'

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

test('spec 2 §2: open tasks are gathered by place, the busiest first, and without what may not be seen', () => {
  const [shop, depot] = [at('Shop', 1, 1), at('Depot', 2, 2)]
  const places = gatherByPlace([task('a', shop), task('b', depot), task('c', null), task('d', depot)])
  expect(places.map(({ location, tasks }) => [location.label, tasks.map(({ id }) => id)])).toEqual([
    ['Depot', ['b', 'd']],
    ['Shop', ['a']],
  ])
})
