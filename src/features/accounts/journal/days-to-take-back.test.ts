import { expect, test } from 'vitest'
import { daysToTakeBack } from './days-to-take-back'

test.each([
  ['2026-11-30', null, ['2026-11-30', '2026-12-01']],
  ['2026-12-31', null, ['2026-12-31', '2027-01-01']],
  ['2026-11-30', '2026-11-30', ['2026-12-01']],
  ['2026-11-15', '2026-12-31', ['2027-01-01']],
  ['2026-11-15', '2026-10-31', ['2026-11-15', '2026-12-01']],
])('an entry of %s with books closed up to %s is taken back on %s', (day, closedTo, days) => {
  expect(daysToTakeBack(day, closedTo)).toEqual(days)
})
