import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clientText, containsFolded, containsPattern, containsText, streetViewPlace, streetViewUrl } from './related'

/** Matches as PostgreSQL's `ilike` does. */
function likes(pattern: string, text: string): boolean {
  const source = pattern.replace(/\\([\s\S])|%|_|[\s\S]/g, (sign, escapedSign?: string) => {
    if (escapedSign !== undefined) return escapedSign.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
    if (sign === '%') return '[\\s\\S]*'
    if (sign === '_') return '[\\s\\S]'
    return sign.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, 'i').test(text)
}

const typed = fc.string({
  unit: fc.constantFrom('%', '_', '*', '\\', ',', ')', '"', '.', 'a', 'Q', '1', '-'),
  minLength: 1,
  maxLength: 8,
})

describe('a search', () => {
  test.each([
    ['Għargħur Bakery', ' gharghur'],
    ['Żejtun', 'ZEJTUN'],
    ['Gharghur', 'għargħur'],
  ])('finds %s by %s', (text, words) => expect(containsFolded(text, words)).toBe(true))

  test('finds every row that holds the typed text', () => {
    fc.assert(
      fc.property(typed, typed, typed, (before, text, after) => {
        expect(likes(containsPattern(text), before + text + after)).toBe(true)
      }),
    )
  })

  test('finds no other row: wildcards mean themselves', () => {
    fc.assert(
      fc.property(typed, typed, (text, row) => {
        const found = likes(containsPattern(text), row) && containsText(row, text)
        expect(found).toBe(row.toLowerCase().includes(text.trim().toLowerCase()))
      }),
    )
  })

  test('never sends the asterisk that PostgREST reads as a wildcard', () => {
    expect(containsPattern(' 50%_*\\ ')).toBe('%50\\%\\__\\\\%')
  })
})

const site = { id: 's', label: 'Lobby', address: null, city: null, state: null, country: null, lat: null, lng: null }

describe('Street View', () => {
  test('looks by coordinates if they are known, else by the address', () => {
    expect(streetViewPlace({ ...site, lat: 35.9, lng: 14.5, city: 'Sliema' })).toBe('35.9,14.5')
    expect(streetViewPlace({ ...site, address: 'Tower Road 1', city: 'Sliema' })).toBe('Tower Road 1, Sliema')
    expect(streetViewPlace(site)).toBeNull()
  })

  test('spec 2 §7, §9: asks for a picture of 600x300 with an encoded address', () => {
    expect(streetViewUrl('Tower Road 1 & 2, Sliema', 'k')).toBe(
      'https://maps.googleapis.com/maps/api/streetview?size=600x300&location=Tower+Road+1+%26+2%2C+Sliema&return_error_code=true&key=k',
    )
  })
})

test('a client is called by name, with the company if that says more', () => {
  expect(clientText({ id: 'c', name: 'Sarah Micallef', company: 'Harbour Light Hotel' })).toBe(
    'Sarah Micallef · Harbour Light Hotel',
  )
  expect(clientText({ id: 'c', name: 'Cobalt', company: 'Cobalt' })).toBe('Cobalt')
})
