import { describe, expect, test } from 'vitest'
import { balanceOf, contractMinutes, creditedMinutes, hoursText, movedTo } from './week.ts'
import { spanOf, sumOfMinutes, weekFrom, weekNumber, workedMinutes } from './week.ts'
import { mondayOf } from '../../../shared/domain/time/days.ts'
import { instantOf, wallClock } from '../../../shared/domain/time/zoned.ts'

const zone = 'Europe/Malta'
const night = (day: string) => ({ ...spanOf(zone, day, '22:00', '06:00'), break_minutes: 30 })

describe('weeks', () => {
  test.each([
    ['2026-11-22', '2026-11-16', 47],
    ['2026-11-23', '2026-11-23', 48],
    ['2027-01-01', '2026-12-28', 53],
    ['2027-01-04', '2027-01-04', 1],
  ])('%s is in the week of %s, number %i', (day, monday, number) => {
    expect(mondayOf(day)).toBe(monday)
    expect(weekNumber(day)).toBe(number)
  })
  test('a week over the change of clocks has seven days', () => {
    expect(weekFrom('2026-10-19').at(-1)).toBe('2026-10-25')
    expect(weekFrom('2027-03-22').at(-1)).toBe('2027-03-28')
  })
})

describe('hours when clocks change', () => {
  test('a night shift is an hour shorter in spring and an hour longer in autumn', () => {
    expect(workedMinutes(night('2027-03-26'))).toBe(450)
    expect(workedMinutes(night('2027-03-27'))).toBe(390)
    expect(workedMinutes(night('2026-10-24'))).toBe(510)
  })
  test('a clock time that spring leaves out is counted on, and one that comes twice is the second, as in the database', () => {
    expect(wallClock(zone, instantOf(zone, '2027-03-28', '02:30'))).toEqual({ day: '2027-03-28', clock: '03:30' })
    expect(new Date(instantOf(zone, '2026-10-25', '02:30')).toISOString()).toBe('2026-10-25T01:30:00.000Z')
  })
  test('a shift that is moved over the change keeps its clock times', () => {
    const moved = movedTo(zone, spanOf(zone, '2027-03-26', '08:00', '16:30'), '2027-03-29')
    expect(moved).toEqual({ starts_at: '2027-03-29T06:00:00.000Z', ends_at: '2027-03-29T14:30:00.000Z' })
  })
  test('every quarter of an hour of a year comes back from its instant', () => {
    for (let at = Date.parse('2026-01-01T00:00Z'); at < Date.parse('2027-01-01T00:00Z'); at += 15 * 60_000 * 7) {
      const { day, clock } = wallClock(zone, at)
      expect(wallClock(zone, instantOf(zone, day, clock))).toEqual({ day, clock })
    }
  })
})

describe('hours against contract', () => {
  const contracts = [
    { user_id: 'mark', valid_from: '2026-01-01', hours_per_week: '40.00' },
    { user_id: 'mark', valid_from: '2026-11-25', hours_per_week: '37.50' },
  ]
  const away = { user_id: 'mark', starts_on: '2026-11-20', ends_on: '2026-11-24', status: 'approved', kind: 'holiday' }
  const days = weekFrom('2026-11-23')

  test('hold from their day on', () => {
    expect(contractMinutes(contracts, 'mark', '2025-12-31')).toBeNull()
    expect(contractMinutes(contracts, 'mark', '2026-11-24')).toBe(2400)
    expect(contractMinutes(contracts, 'mark', '2026-11-25')).toBe(2250)
  })
  test('an approved absence counts a fifth for each working day of the week; unpaid and requested ones count nothing', () => {
    expect(creditedMinutes([away], contracts, 'mark', days)).toBe(960)
    expect(creditedMinutes([{ ...away, kind: 'unpaid' }], contracts, 'mark', days)).toBe(0)
    expect(creditedMinutes([{ ...away, status: 'requested' }], contracts, 'mark', days)).toBe(0)
    expect(
      creditedMinutes([{ ...away, starts_on: '2026-11-28', ends_on: '2026-11-29' }], contracts, 'mark', days),
    ).toBe(0)
  })
  test('the balance of a week is of that person', () => {
    const shift = { user_id: 'mark', ...spanOf(zone, '2026-11-25', '08:00', '16:30'), break_minutes: 30 }
    const week = { shifts: [shift, { ...shift, user_id: 'anna' }], absences: [away], contracts }
    expect(balanceOf('mark', days, week)).toEqual({ planned: 480, credited: 960, contract: 2250 })
    expect(balanceOf('anna', days, week)).toEqual({ planned: 480, credited: 0, contract: null })
    expect(sumOfMinutes(week.shifts)).toBe(960)
  })
  test('is written in hours and minutes', () => {
    expect([0, 450, 480, -65].map(hoursText)).toEqual(['0 h', '7 h 30', '8 h', '−1 h 05'])
  })
})
