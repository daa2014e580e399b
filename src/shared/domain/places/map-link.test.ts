import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Coordinates } from './coordinates'
import { readPlace } from './map-link'

const valletta = { lat: 35.8997, lng: 14.5148 }
const point = (at: Coordinates, name: string | null = null) => ({ kind: 'point', at, name })

describe('coordinates as people write them', () => {
  test.each([
    ['35.8997, 14.5148'],
    ['35.8997,14.5148'],
    ['35.8997 14.5148'],
    ['  (35.8997, 14.5148) '],
    ['35.8997° 14.5148°'],
    ['35,8997; 14,5148'],
    ['35,8997 14,5148'],
    ['35.8997° N, 14.5148° E'],
    ['N 35.8997 E 14.5148'],
    ['14.5148 E, 35.8997 N'],
    [`35°53'58.92"N 14°30'53.28"E`],
    ['35° 53′ 58.92″ N, 14° 30′ 53.28″ E'],
    [`35°53.982'N 14°30.888'E`],
  ])('%s', (text) => expect(readPlace(text)).toEqual(point(valletta)))

  test('south and west are below zero', () => {
    expect(readPlace(`33°51'25"S 151°12'55"W`)).toEqual(point({ lat: -33.856944, lng: -151.215278 }))
  })
})

describe('links', () => {
  const place =
    'https://www.google.com/maps/place/Ta%27+%C4%A0or%C4%A1ina/@35.9,14.51,17z/data=!3m1!4b1!4m6!3m5!1s0x0:0x1!8m2!3d35.8997!4d14.5148!16s%2Fg%2F1'
  test.each([
    ['https://www.google.com/maps/@35.8997,14.5148,17z', null],
    ['https://maps.google.com/?q=35.8997,14.5148', null],
    ['https://www.google.com.mt/maps?q=loc:35.8997+14.5148&z=15', null],
    ['https://www.google.com/maps/search/?api=1&query=35.8997%2C14.5148', null],
    ['https://www.google.com/maps/search/35.8997,+14.5148?entry=tts', null],
    ['https://www.google.com/maps/dir/?api=1&origin=35.1,14.1&destination=35.8997,14.5148', null],
    ['https://www.google.com/maps/dir/35.1,14.1/35.8997,14.5148/@35.5,14.3,11z', null],
    [
      'https://www.google.com/maps/dir/Mosta/Valletta/@35.9,14.4,12z/data=!4m9!2m2!1d14.42!2d35.91!1m2!2m2!1d14.5148!2d35.8997',
      null,
    ],
    ['https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d3228.5!2d14.5148!3d35.8997!2m3!1f0', null],
    [`https://www.google.com/maps/place/35°53'58.92"N+14°30'53.28"E/@35.9,14.5,17z`, null],
    [place, `Ta' Ġorġina`],
    ['Our shop: https://www.google.com/maps/place/Kiosk/@35.8997,14.5148,17z thanks', 'Kiosk'],
    ['geo:35.8997,14.5148?z=17', null],
    ['geo:0,0?q=35.8997,14.5148(Shop)', null],
    ['https://maps.apple.com/?ll=35.8997,14.5148&q=Shop', null],
    ['https://www.openstreetmap.org/?mlat=35.8997&mlon=14.5148#map=17/35.9/14.5', null],
    ['https://www.openstreetmap.org/#map=17/35.8997/14.5148', null],
    ['https://waze.com/ul?ll=35.8997%2C14.5148&navigate=yes', null],
    ['https://www.waze.com/live-map/directions?to=ll.35.8997%2C14.5148', null],
  ])('%s', (text, name) => expect(readPlace(text)).toEqual(point(valletta, name)))

  test('a short link is refused with the way on, a foreign one with what is wanted', () => {
    const words = (text: string) => {
      const read = readPlace(text)
      return read.kind === 'problem' ? read.words : 'a point'
    }
    expect(words('https://maps.app.goo.gl/9Xy')).toMatch(/^A short link holds no coordinates/)
    expect(words('https://example.com/contact')).toMatch(/^No coordinates in this/)
    expect(words('Triq it-Torri, Sliema')).toMatch(/^No coordinates in this/)
    expect(words('35.9')).toMatch(/^No coordinates in this/)
    expect(words('91, 14.5')).toMatch(/^There is no such point/)
    expect(words('35.9, 181')).toMatch(/^There is no such point/)
    expect(words('   ')).toMatch(/^Paste coordinates/)
  })
})

describe('whatever the point', () => {
  const degrees = (most: number) => fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((micro) => micro / 1e6)
  const anywhere = fc.record({ lat: degrees(90), lng: degrees(180) })
  const written = (value: number) => value.toFixed(6)
  const forms: ((at: { lat: string; lng: string }) => string)[] = [
    ({ lat, lng }) => `${lat}, ${lng}`,
    ({ lat, lng }) => `https://www.google.com/maps/@${lat},${lng},17.5z`,
    ({ lat, lng }) => `https://www.google.com/maps/place/Shop+%26+Co/@1.5,2.5,15z/data=!8m2!3d${lat}!4d${lng}`,
    ({ lat, lng }) => `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${lat},${lng}`)}`,
    ({ lat, lng }) => `https://maps.google.com/maps?ll=1,1&q=${lat},${lng}&t=k`,
    ({ lat, lng }) => `https://www.google.com/maps/dir//${lat},${lng}/@1.5,2.5,11z`,
    ({ lat, lng }) => `geo:${lat},${lng}`,
    ({ lat, lng }) => `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}`,
  ]

  test('every form of it is read back exactly', () => {
    fc.assert(
      fc.property(anywhere, fc.constantFrom(...forms), (at, form) => {
        const read = readPlace(form({ lat: written(at.lat), lng: written(at.lng) }))
        expect(read.kind === 'point' && { lat: read.at.lat + 0, lng: read.at.lng + 0 }).toEqual({
          lat: at.lat + 0,
          lng: at.lng + 0,
        })
      }),
    )
  })

  test('degrees, minutes and seconds lead back within a step of a hundredth of a second', () => {
    const dms = (value: number, letters: string) => {
      const hundredths = Math.round(Math.abs(value) * 360_000)
      const seconds = (hundredths % 6_000) / 100
      return `${Math.floor(hundredths / 360_000)}°${Math.floor(hundredths / 6_000) % 60}'${seconds.toFixed(2)}"${letters[value < 0 ? 1 : 0]}`
    }
    fc.assert(
      fc.property(anywhere, ({ lat, lng }) => {
        const read = readPlace(`${dms(lat, 'NS')} ${dms(lng, 'EW')}`)
        expect(read.kind).toBe('point')
        if (read.kind !== 'point') return
        expect(Math.abs(read.at.lat - lat)).toBeLessThan(3e-6)
        expect(Math.abs(read.at.lng - lng)).toBeLessThan(3e-6)
      }),
    )
  })

  test('any text is a point on the earth or a problem in words, and is read quickly', () => {
    const pieces = fc.constantFrom(
      '35',
      '.9',
      ',',
      ' ',
      '°',
      "'",
      '"',
      'N',
      'E',
      '!3d',
      '!4d',
      'https://',
      '@',
      '/maps/',
      '?q=',
      '%',
      '%2',
      '-',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (text) => {
          const read = readPlace(text)
          if (read.kind === 'problem') expect(read.words).not.toBe('')
          else expect(Math.abs(read.at.lat) <= 90 && Math.abs(read.at.lng) <= 180).toBe(true)
        },
      ),
    )
    for (const piece of [' ', '°', "35'", '!3d1', '1,'])
      expect(readPlace(`35${piece.repeat(4000)}x`)).toMatchObject({ kind: 'problem' })
  })
})
