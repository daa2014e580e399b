import { expect, test } from 'vitest'
import { lifeText, stateOf, yearsOf } from './asset-words'

test('a useful life is said in years where it is whole years', () => {
  expect([1, 12, 30, 60].map(lifeText)).toEqual(['At once', '1 year', '30 months', '5 years'])
})

test('an asset that was sold is disposed of, also when nothing is left of it', () => {
  expect(stateOf({ disposed_on: '2026-04-10', book_value: '0.00' })).toBe('disposed')
  expect(stateOf({ disposed_on: null, book_value: '0.00' })).toBe('written')
  expect(stateOf({ disposed_on: null, book_value: '0.01' })).toBe('used')
})

test('months are summed by year to the cent; a year is booked with its last month', () => {
  const month = (on_date: string, amount: string, left_then: string, is_booked: boolean) => ({
    ...{ on_date, amount, left_then, is_booked },
    is_closed: false,
  })
  expect(
    yearsOf([
      month('2026-11-30', '0.10', '0.50', true),
      month('2026-12-31', '0.20', '0.30', true),
      month('2027-01-31', '0.30', '0.00', false),
    ]),
  ).toEqual([
    { year: '2026', amount: '0.30', left: '0.30', isBooked: true },
    { year: '2027', amount: '0.30', left: '0.00', isBooked: false },
  ])
})
