import { describe, expect, test } from 'vitest'
import { chosenDaysOf, daysOfPeriod, monthColumns, yearBefore, yearBegins, yearsOf } from './report-days'

describe('the days of a report', () => {
  test.each([
    ['2026-11-30', 1, '2026-01-01'],
    ['2026-03-31', 4, '2025-04-01'],
    ['2026-04-01', 4, '2026-04-01'],
    ['2026-01-01', 12, '2025-12-01'],
    ['2026-12-01', 12, '2026-12-01'],
  ])('the financial year of %s, which begins with month %s, begins on %s', (day, firstMonth, first) => {
    expect(yearBegins(day, firstMonth)).toBe(first)
  })

  test.each([
    ['year', 1, '2026-01-01', '2026-11-30'],
    ['year', 12, '2025-12-01', '2026-11-30'],
    ['quarter', 1, '2026-10-01', '2026-11-30'],
    ['quarter', 12, '2026-09-01', '2026-11-30'],
    ['month', 1, '2026-11-01', '2026-11-30'],
    ['last-month', 1, '2026-10-01', '2026-10-31'],
    ['last-year', 1, '2025-01-01', '2025-12-31'],
    ['last-year', 12, '2024-12-01', '2025-11-30'],
  ] as const)('“%s” of a year from month %s is %s to %s', (name, firstMonth, from, to) => {
    expect(daysOfPeriod(name, '2026-11-30', firstMonth)).toEqual({ from, to })
  })

  test.each([
    ['2026-01-01', '2026-11-30', '2025-01-01', '2025-11-30'],
    ['2027-02-01', '2027-02-28', '2026-02-01', '2026-02-28'],
    ['2028-02-01', '2028-02-29', '2027-02-01', '2027-02-28'],
    ['2029-02-01', '2029-02-28', '2028-02-01', '2028-02-29'],
    ['2029-02-28', '2029-03-05', '2028-02-28', '2028-03-05'],
    ['2028-02-29', '2028-03-05', '2027-02-28', '2027-03-05'],
  ])('%s to %s is compared with %s to %s', (from, to, first, last) => {
    expect(yearBefore({ from, to })).toEqual({ from: first, to: last })
  })

  test('have a column for each of 2 to 12 months', () => {
    expect(monthColumns({ from: '2026-11-01', to: '2026-11-30' })).toEqual([])
    expect(monthColumns({ from: '2026-10-31', to: '2026-11-01' })).toEqual(['2026-10', '2026-11'])
    expect(monthColumns({ from: '2026-01-01', to: '2026-12-31' })).toHaveLength(12)
    expect(monthColumns({ from: '2025-11-15', to: '2026-11-14' })).toEqual([])
    expect(monthColumns({ from: '1990-01-01', to: '9999-11-14' })).toEqual([])
  })

  test('chosen days without a first one begin with their financial year', () => {
    expect(chosenDaysOf({ from: null, to: '2026-03-31' }, '2026-11-30', 4)).toEqual({
      from: '2025-04-01',
      to: '2026-03-31',
    })
    expect(chosenDaysOf({ from: '2026-02-01', to: null }, '2026-11-30', 4)).toEqual({
      from: '2026-02-01',
      to: '2026-11-30',
    })
  })

  test('a balance sheet has its year up to the day, and the year before as a whole', () => {
    expect(yearsOf('2026-11-30', 7)).toEqual({
      now: { from: '2026-07-01', to: '2026-11-30' },
      before: { from: '2025-07-01', to: '2026-06-30' },
    })
  })
})
