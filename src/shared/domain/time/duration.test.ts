import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalHours, formatDuration, minutesText, parseDuration, sumOfMinutes, workedText } from './duration'

const anyDuration = fc.integer({ min: 0, max: 9_999_999 * 3600 + 3599 })

describe('a duration', () => {
  test('is read as it was written, up to ten million hours', () =>
    fc.assert(
      fc.property(anyDuration, (seconds) => {
        expect(parseDuration(formatDuration(seconds))).toBe(seconds)
      }),
    ))

  test('spec 2 §9: written is always HH:MM:SS, whatever the number', () =>
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), (seconds) => {
        expect(formatDuration(Math.min(seconds, 9e9))).toMatch(/^\d{2,}:[0-5]\d:[0-5]\d$/)
      }),
    ))

  test('grows with time', () =>
    fc.assert(
      fc.property(anyDuration, (seconds) => {
        expect(parseDuration(formatDuration(seconds + 0.999))).toBe(seconds)
      }),
    ))

  test.each([
    [0, '00:00:00'],
    [359_999, '99:59:59'],
    [360_000, '100:00:00'],
    [86_400, '24:00:00'],
    [3_600_000_000, '1000000:00:00'],
    [-1, '00:00:00'],
    [Number.NaN, '00:00:00'],
    [Number.POSITIVE_INFINITY, '00:00:00'],
  ])('of %s seconds is %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

  test.each(['1:2:3', '-00:00:01', '00:60:00', '00:00:60', 'NaN', '', ' 00:00:01', '00:00:01\n', null, 5, {}])(
    'is not %j',
    (text) => expect(parseDuration(text)).toBe(null),
  )
})

test('hours in decimals are for spreadsheets', () =>
  expect([5400, 0, 36, -5].map(decimalHours)).toEqual(['1.50', '0.00', '0.01', '0.00']))

test('work of some seconds is no 0 minutes', () =>
  expect([0, 1, 59, 60, 4799].map(workedText)).toEqual([
    '0 min',
    'less than a minute',
    'less than a minute',
    '1 min',
    '1 h 19 min',
  ]))

test('the sum of minutes is that of the minutes that are read, whatever is rounded of them', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600_000 })), (hundredths) => {
      const minutes = hundredths.map((each) => each / 100)
      const read = minutes.map((each) => {
        const [, hours = '0', rest = '0'] = /^(?:(\d+) h)? ?(?:(\d+) min)?$/.exec(minutesText(each)) ?? []
        return Number(hours) * 60 + Number(rest)
      })
      expect(sumOfMinutes(minutes)).toBe(read.reduce((all, each) => all + each, 0))
    }),
  ))
