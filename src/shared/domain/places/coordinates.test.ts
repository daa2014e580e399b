import { expect, test } from 'vitest'
import {
  coordinatesOf,
  coordinatesText,
  distanceText,
  mapLink,
  metresBetween,
  routeLink,
  wazeLink,
} from './coordinates'

const valletta = { lat: 35.8997, lng: 14.5148 }

test('coordinates that cannot be are none', () => {
  expect(coordinatesOf(valletta)).toEqual(valletta)
  expect([
    coordinatesOf({ lat: 91, lng: 0 }),
    coordinatesOf({ lat: 0, lng: null }),
    coordinatesOf({ lat: Number.NaN, lng: 0 }),
  ]).toEqual([null, null, null])
})

test('links open by lat,lng', () => {
  expect(mapLink({ lat: 50.1, lng: -8.6 })).toBe('https://www.google.com/maps/search/?api=1&query=50.1%2C-8.6')
  expect(routeLink({ lat: 50.1, lng: -8.6 })).toBe('https://www.google.com/maps/dir/?api=1&destination=50.1%2C-8.6')
  expect(wazeLink({ lat: 50.1, lng: -8.6 })).toBe('https://waze.com/ul?ll=50.1%2C-8.6&navigate=yes')
})

test('distances are told as people tell them', () => {
  expect(Math.round(metresBetween(valletta, { lat: 36.0443, lng: 14.2397 }) / 100) / 10).toBe(29.5)
  expect(metresBetween(valletta, valletta)).toBe(0)
  expect([3, 42, 996, 1240, 29_512, 1_800_000].map(distanceText)).toEqual([
    '3 m',
    '40 m',
    '1.0 km',
    '1.2 km',
    '30 km',
    '1,800 km',
  ])
  expect(coordinatesText({ lat: 35.9, lng: 14.512346 })).toBe('35.90000, 14.51235')
})
