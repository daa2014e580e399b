import { describe, expect, test } from 'vitest'
import { dayAfter, daysBetween, dayHere, isDay, mondayOf, weekdayOf } from './days.ts'

test.each([
  ['2026-11-20', 5, '2026-11-16'],
  ['2026-11-22', 7, '2026-11-16'],
  ['2026-11-23', 1, '2026-11-23'],
  ['2027-01-01', 5, '2026-12-28'],
])('%s is day %i of the week of %s', (day, weekday, monday) => {
  expect([weekdayOf(day), mondayOf(day)]).toEqual([weekday, monday])
})

test('days are counted over the night when clocks change', () => {
  expect([dayAfter('2026-10-24', 2), dayAfter('2027-03-27', 2)]).toEqual(['2026-10-26', '2027-03-29'])
  expect([daysBetween('2026-10-24', '2026-10-26'), daysBetween('2027-03-29', '2027-03-27')]).toEqual([2, -2])
})

describe('a text of an address', () => {
  test.each(['2026-02-30', '2026-13-40', '2026-2-3', '0000-00-00', 'now', '', null])('%s names no day', (text) =>
    expect(isDay(text)).toBe(false),
  )
  test.each(['2026-02-28', '2028-02-29'])('%s is a day', (text) => expect(isDay(text)).toBe(true))
})

test('the day of a moment is that of the clock here', () => {
  expect(dayHere(new Date(2026, 0, 3, 23, 59))).toBe('2026-01-03')
})
