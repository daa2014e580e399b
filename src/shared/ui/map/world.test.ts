import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { labelsOf } from './labels'
import { landsIn, landsOf } from './world'

const lands = landsOf(
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-50m.json'), 'utf8')),
)
const namesIn = (south: number, west: number, north: number, east: number) =>
  landsIn(lands, { south, west, north, east }, 0).flatMap(({ label }) => (label ? [label.name] : []))

test('the whole world is there, and near Malta lie Malta and nothing of America', () => {
  expect(new Set(lands.flatMap(({ label }) => (label ? [label.name] : []))).size).toBeGreaterThan(200)
  expect(namesIn(35.7, 14, 36.2, 14.7)).toEqual(['Malta'])
  expect(namesIn(-90, -180, 90, 180).length).toBeGreaterThan(200)
})

test('polygons smaller than a pixel are not drawn', () => {
  const all = { south: -90, west: -180, north: 90, east: 180 }
  expect(landsIn(lands, all, 0.7).length).toBeLessThan(landsIn(lands, all, 0).length / 2)
})

test('a country is named where it lies, towns on large maps, and no name lies over another one', () => {
  const size = { width: 800, height: 500 }
  const europe = ({ lat, lng }: { lat: number; lng: number }) => ({ x: (lng + 10) * 20, y: (60 - lat) * 20 })
  const named = labelsOf(lands, 5, size, europe, [])
  const italy = named.find(({ text }) => text === 'Italy')
  expect(Math.hypot((italy?.x ?? 0) / 20 - 10 - 12, 60 - (italy?.y ?? 0) / 20 - 43)).toBeLessThan(1.5)
  for (const [index, one] of named.entries())
    for (const other of named.slice(index + 1))
      expect(Math.abs(one.y - other.y) >= 15 || Math.abs(one.x - other.x) > 20).toBe(true)
  const island = ({ lat, lng }: { lat: number; lng: number }) => ({ x: (lng - 14.1) * 1500, y: (36.15 - lat) * 1500 })
  expect(labelsOf(lands, 12, size, island, []).map(({ text }) => text)).toContain('Valletta')
})
