import { expect, test } from 'vitest'
import fc from 'fast-check'
import { addressLinesOf, linesForReader } from './address-lines.ts'
import { cityName, postcodeName, postcodeProblem, stateName } from './address-words.ts'

const place = { address: '1 Street\nYard', city: 'Town', postcode: 'Code' }

test.each([
  ['Portugal', ['1 Street', 'Yard', 'Code Town', 'Portugal']],
  ['US', ['1 Street', 'Yard', 'Town Code', 'US']],
  ['Malta', ['1 Street', 'Yard', 'Town Code', 'Malta']],
  ['Latvia', ['1 Street', 'Yard', 'Town, Code', 'Latvia']],
  ['the United Kingdom', ['1 Street', 'Yard', 'Town', 'Code', 'the United Kingdom']],
  ['Oman', ['1 Street', 'Yard', 'Code', 'Town', 'Oman']],
  ['Hungary', ['Town', '1 Street', 'Yard', 'Code', 'Hungary']],
  ['Atlantis', ['1 Street', 'Yard', 'Code Town', 'Atlantis']],
  [null, ['1 Street', 'Yard', 'Code Town']],
])('an address in %s', (country, lines) => {
  expect(addressLinesOf({ ...place, country })).toEqual(lines)
})

test('parts that are missing leave no gap, and a place that keeps the older order does', () => {
  expect(addressLinesOf({ address: null, city: 'Riga', postcode: ' ', country: 'LV' })).toEqual(['Riga', 'LV'])
  expect(addressLinesOf({ ...place, country: 'US' }, true)).toEqual(['1 Street', 'Yard', 'Code Town', 'US'])
})

test.each([
  ['US', 'Austin, TX 78701'],
  ['Canada', 'Austin TX 78701'],
  ['Italy', '78701 Austin TX'],
  ['Spain', '78701 Austin TX'],
  ['Mexico', '78701 Austin, TX'],
  ['Brazil', 'Austin-TX|78701'],
  ['Ireland', 'Austin|TX|78701'],
  ['India', 'Austin 78701|TX'],
  ['Japan', null],
])('the state in %s', (country, lines) => {
  const written = addressLinesOf({ address: '1 Main Street', city: 'Austin', postcode: '78701', state: 'TX', country })
  expect(written).toEqual(
    lines === null ? ['1 Main Street, Austin, TX', '78701', country] : ['1 Main Street', ...lines.split('|'), country],
  )
})

test('a state behind the town is not written twice, and a country without states writes none', () => {
  const austin = { address: '1 Main Street', postcode: '78701', state: 'TX', country: 'US' }
  expect(addressLinesOf({ ...austin, city: 'Austin, TX' })).toEqual(['1 Main Street', 'Austin, TX 78701', 'US'])
  expect(addressLinesOf({ ...austin, city: 'Antx' })).toEqual(['1 Main Street', 'Antx, TX 78701', 'US'])
  expect(addressLinesOf({ ...austin, city: 'Porto', country: 'Portugal' })).toEqual([
    '1 Main Street',
    '78701 Porto',
    'Portugal',
  ])
})

test('a place with a state and without a country is in the country of the company; its name is not written', () => {
  const austin = { address: '1 Main Street', city: 'Austin', postcode: '78701', state: 'TX', country: null }
  expect(addressLinesOf(austin, false, 'United States')).toEqual(['1 Main Street', 'Austin, TX 78701'])
  expect(addressLinesOf({ ...austin, country: 'Atlantis' }, false, 'US')).toEqual([
    '1 Main Street',
    '78701 Austin',
    'Atlantis',
  ])
  expect(addressLinesOf({ ...austin, state: null }, false, 'US')).toEqual(['1 Main Street', '78701 Austin'])
})

test('the place of an address is a town, and a city where English says so', () => {
  expect(['US', 'Canada', 'Malta', 'United Kingdom', null].map(cityName)).toEqual([
    'City',
    'City',
    'Town',
    'Town',
    'Town',
  ])
})

test.each([
  ['US', 'State', 'ZIP code', '78701', '7870'],
  ['United States', 'State', 'ZIP code', '78701-1234', '78701-12'],
  ['Canada', 'Province', 'Postcode', 'K1A 0B1', '78701'],
  ['Australia', 'State', 'Postcode', '2000', '200'],
  ['Italy', 'Province', 'Postcode', '00144', '144'],
  ['Spain', 'Province', 'Postcode', '28013', '2801'],
  ['Brazil', 'State', 'CEP', '01310-100', '01310'],
  ['Mexico', 'State', 'Postcode', '06000', 'MX'],
])('%s: %s, %s and its form', (country, state, postcode, right, wrong) => {
  expect([stateName(country), postcodeName(country)]).toEqual([state, postcode])
  expect([postcodeProblem(country, right), postcodeProblem(country, ' '), postcodeProblem('Malta', wrong)]).toEqual([
    null,
    null,
    null,
  ])
  expect(postcodeProblem(country, wrong)).toMatch(/^A (ZIP code|postcode|CEP) looks like \S.*\. Elsewhere/)
})

const countries = [
  'US',
  'CA',
  'AU',
  'IT',
  'ES',
  'MX',
  'BR',
  'AR',
  'IN',
  'IE',
  'RO',
  'JP',
  'HK',
  'BS',
  'KI',
  'KY',
  'CR',
  'AE',
  'KZ',
  'CN',
  'PT',
  'DE',
  'GB',
  'HU',
  'Atlantis',
  null,
]
const word = fc.option(fc.stringMatching(/^[a-z]{3,8}( [a-z]{2,6})?$/))
test('each part of a generated address is written once where the country writes it, on lines without loose signs', () => {
  fc.assert(
    fc.property(
      word,
      word,
      fc.option(fc.stringMatching(/^[0-9]{4,5}$/)),
      fc.option(fc.stringMatching(/^[A-Z]{2,3}$/)),
      fc.constantFrom(...countries),
      (street, city, postcode, state, country) => {
        const lines = addressLinesOf({ address: street, city, postcode, state, country })
        const writesState = stateName(country) !== null
        const parts = [street, city, postcode, writesState ? state : null].filter((part) => part !== null)
        const text = lines.slice(0, country === null ? undefined : -1).join('\n')
        // The longest part first: a street may be called as a part of the town.
        const rest = parts
          .toSorted((one, other) => other.length - one.length)
          .reduce((left, part) => left.replace(part, ''), text)
        expect(rest.replaceAll(/[\s,/-]/g, '')).toBe('')
        for (const part of parts) expect(text).toContain(part)
        for (const line of lines) expect(line).not.toMatch(/^[\s,/-]|[\s,/-]$/)
      },
    ),
    { numRuns: 2000 },
  )
})

test.each([
  ['de', 'DE', 'Malta', 'Deutschland'],
  ['fr', 'Germany', 'MT', 'Allemagne'],
  ['en', 'DE', null, 'Germany'],
  ['mt', 'Deutschland', 'Malta', 'Germany'],
  ['de', 'Atlantis', 'Malta', 'Atlantis'],
] as const)('for a reader of %s %s, from %s, is %s', (language, country, home, name) => {
  expect(linesForReader({ ...place, country }, language, home).at(-1)).toBe(name)
})

test('an address at home has no country, nor has one that says none', () => {
  const lines = ['1 Street', 'Yard', 'Code Town']
  expect(linesForReader({ ...place, country: 'DE' }, 'de', 'Germany')).toEqual(lines)
  expect(linesForReader({ ...place, country: null }, 'de', 'Malta')).toEqual(lines)
})
