import { describe, expect, test } from 'vitest'
import { checkVatNumber, vatNumberDoubt } from './vat-number'

const right = [
  'ATU13585627',
  'BE0428759497',
  'DE136695976',
  'DK13585628',
  'EL094259216',
  'FI20774740',
  'FR40303265045',
  'GB980780684',
  'IT00743110157',
  'LU15027442',
  'MT11679112',
  'PL8567346215',
  'PT501964843',
  'SE556188840401',
]

describe('a VAT number', () => {
  test.each(right)('%s has its check digits right', (number) => expect(checkVatNumber(number).kind).toBe('right'))

  test.each(right)('%s with one digit mistyped is noticed', (number) => {
    const place = number.length - (number.startsWith('SE') ? 5 : 4)
    const mistyped = number.slice(0, place) + ((Number(number[place]) + 1) % 10) + number.slice(place + 1)
    expect(checkVatNumber(mistyped).kind).toBe('wrong')
  })

  test.each([
    ['mt 1167-9112', { kind: 'right', words: 'Malta: the check digits are right' }],
    ['NL123456789B01', { kind: 'right', words: 'Looks like a tax number of the Netherlands' }],
    ['GR094259216', { kind: 'right', words: 'Greece: the check digits are right' }],
    ['MT1167', { kind: 'wrong', words: 'This is not how a tax number of Malta looks' }],
    [
      'US1234567',
      { kind: 'unknown', words: 'Not checked: it does not begin with a country of the EU, CH, GB, NO or XI' },
    ],
    ['MT1', { kind: 'wrong', words: 'A tax number has 4 to 20 letters and digits' }],
    ['  ', { kind: 'none' }],
  ])('typed as %j is judged %j', (typed, judged) => expect(checkVatNumber(typed)).toEqual(judged))
})

test.each([
  ['DE136695976', 'DE', null],
  ['DE136695975', 'DE', 'The check digits are wrong: a digit of this number of Germany is mistyped'],
  ['136695975', 'DE', 'The check digits are wrong: a digit of this number of Germany is mistyped'],
  ['136695976', 'DE', 'A client abroad has the letters of the country in it: DE136695976'],
  ['094259216', 'GR', 'A client abroad has the letters of the country in it: EL094259216'],
  ['11679112', 'MT', null],
  ['11679112', null, null],
  ['12-3456789', 'US', null],
  ['DE1', 'DE', 'A tax number has 4 to 20 letters and digits'],
  ['', 'DE', null],
])('the number %s of a client in %s: %s', (number, country, doubt) => {
  expect(vatNumberDoubt(number, 'MT', country)).toBe(doubt)
})
