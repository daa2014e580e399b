import { expect, test } from 'vitest'
import { closedBy } from './work-centre'

const printer = { id: 'printer', workDays: [1, 2, 3, 4, 5] }
const closures = [
  { work_centre_id: 'printer', starts_on: '2026-11-24', ends_on: '2026-11-25', reason: 'Service' },
  { work_centre_id: null, starts_on: '2026-12-24', ends_on: '2026-12-28', reason: 'Christmas' },
]

test('a work centre is closed on its own days, on those of all, and on weekdays on which it never works', () => {
  const on = (day: string, centre = printer) => closedBy(centre, closures, day)
  expect(on('2026-11-23')).toBeNull()
  expect([on('2026-11-24'), on('2026-11-25'), on('2026-11-26')]).toEqual(['Service', 'Service', null])
  expect(on('2026-11-24', { id: 'laser', workDays: [1, 2, 3, 4, 5] })).toBeNull()
  expect([on('2026-12-24'), on('2026-12-28')]).toEqual(['Christmas', 'Christmas'])
  expect(on('2026-11-28')).toBe('it does not work on this day')
})
