import { expect, test } from 'vitest'
import { localities, localityNear } from './malta'

test('a point belongs to the nearest town; one out at sea to none', () => {
  expect(localityNear({ lat: 35.9133, lng: 14.505 })?.name).toBe('Sliema')
  expect(localityNear({ lat: 36.045, lng: 14.24 })?.name).toBe('Victoria')
  expect(localityNear({ lat: 37.5, lng: 15.1 })).toBeNull()
})

test('every town is named once and lies on the islands', () => {
  expect(new Set(localities.map(({ name }) => name)).size).toBe(localities.length)
  for (const { name, lat, lng } of localities)
    expect([name, lat > 35.8 && lat < 36.09 && lng > 14.18 && lng < 14.58]).toEqual([name, true])
})
