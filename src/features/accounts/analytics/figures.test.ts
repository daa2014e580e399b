import { describe, expect, test } from 'vitest'
import {
  before,
  bucketsOf,
  change,
  lateWords,
  marginOf,
  periodOf,
  periodsOver,
  runningPeriod,
  share,
  totalOf,
  winRate,
} from './figures'
import { steps } from './components/charts'
import { monthsOf } from '../shared/months'

const line = (bucket: string, mark: string | null, amount: string, other: string | null = null, count = 1) => ({
  bucket,
  mark,
  amount,
  other,
  count,
  name: null,
})

describe('periods', () => {
  test('end today, and are compared with the days before, as far in', () => {
    const six = periodOf('6m', '2026-11-22')
    expect(six).toEqual({ from: '2026-06-01', to: '2026-11-22' })
    expect(before('6m', six)).toEqual({ from: '2025-12-01', to: '2026-05-22' })
    expect(before('6m', periodOf('6m', '2026-08-31'))).toEqual({ from: '2025-09-01', to: '2026-02-28' })
    expect(before('6m', periodOf('6m', '2026-11-30'))).toEqual({ from: '2025-12-01', to: '2026-05-31' })
    expect(before('month', periodOf('month', '2026-11-22'))).toEqual({ from: '2026-10-01', to: '2026-10-22' })
    expect(before('quarter', periodOf('quarter', '2026-02-03'))).toEqual({ from: '2025-10-01', to: '2025-11-03' })
    expect(before('12m', periodOf('12m', '2026-11-22'))).toEqual({ from: '2024-12-01', to: '2025-11-22' })
  })

  test('a month is never compared with more than the month before: 31 March with all of February', () => {
    expect(before('month', periodOf('month', '2026-03-31'))).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  })

  test('a year that ends on a leap day is compared with one that ends on 28 February', () => {
    expect(before('year', periodOf('year', '2028-02-29'))).toEqual({ from: '2027-01-01', to: '2027-02-28' })
  })

  test.each([
    ['month', '2026-11-01', '2026-11-29', '2026-11-30'],
    ['quarter', '2026-10-01', '2026-11-29', '2026-12-31'],
    ['6m', '2026-06-01', '2026-11-29', '2026-11-30'],
    ['year', '2026-01-01', '2026-11-29', '2026-12-31'],
    [null, '2026-11-01', '2026-11-29', '2026-11-30'],
    [null, '2026-11-05', '2026-11-29', '2026-11-29'],
    [null, '2026-11-01', '2026-12-15', '2026-12-15'],
  ] as const)('%s from %s is shown up to %s and runs until %s', (name, from, to, last) => {
    expect(runningPeriod(name, { from, to }, '2026-11-29')).toEqual({ from, to: last })
  })

  test('that are over do not run; the last month and the last quarter are filed next', () => {
    expect(runningPeriod(null, { from: '2026-10-01', to: '2026-10-31' }, '2026-11-01')).toBeNull()
    expect(periodsOver('2027-01-05')).toEqual([
      { from: '2026-12-01', to: '2026-12-31' },
      { from: '2026-10-01', to: '2026-12-31' },
    ])
  })

  test('days of one’s own are compared with as many days before them', () => {
    expect(before(null, { from: '2026-03-10', to: '2026-03-12' })).toEqual({ from: '2026-03-07', to: '2026-03-09' })
  })

  test('have months, also those in which nothing happened', () => {
    expect(monthsOf({ from: '2025-12-15', to: '2026-02-01' })).toEqual(['2025-12', '2026-01', '2026-02'])
    expect(bucketsOf([line('2026-01', null, '5')], ['2025-12', '2026-01']).map(({ amount }) => amount)).toEqual([
      '0',
      '5',
    ])
  })
})

describe('figures', () => {
  test('add up exactly where binary numbers would not', () => {
    expect(totalOf(Array.from({ length: 10 }, () => line('a', null, '0.1')))).toBe('1.0')
    expect(totalOf([line('a', null, '9007199254740993.01'), line('b', null, '0.01')])).toBe('9007199254740993.02')
  })

  test('a win rate leaves out what is still open', () => {
    const [bucket] = bucketsOf([
      line('m', 'won', '1', null, 3),
      line('m', 'lost', '1', null, 1),
      line('m', 'expired', '1', null, 4),
      line('m', 'open', '1', null, 9),
    ])
    expect(winRate(bucket?.marks ?? {})).toBe('37.5')
    expect(winRate({ open: { count: 2 } })).toBeNull()
  })

  test('say nothing where there is nothing to divide by', () => {
    expect([share('1', '0'), marginOf('0', '0'), change('5', '0')]).toEqual([null, null, null])
    expect([marginOf('200', '150'), change('112', '100'), change('80', '100'), change('100', '100')]).toEqual([
      '25.0',
      '+12',
      '-20',
      '0',
    ])
  })

  test('the scale of a chart reaches its largest value in at most six round steps', () => {
    for (const most of [1, 7, 99, 1234, 52706.1]) {
      const scale = steps(most)
      expect(scale.at(-1)).toBeGreaterThanOrEqual(most)
      expect(scale.length).toBeLessThanOrEqual(6)
    }
  })
})

test('says how many finished jobs were late, and by how much', () => {
  const open = [line('now', 'late', '50', null, 9), line('risk', 'at_risk', '0', null, 2)]
  const inTime = line('2026-11', 'in_time', '0', null, 7)
  expect(lateWords([line('2026-10', 'late', '5', null, 2), line('2026-11', 'late', '2'), inTime, ...open])).toBe(
    '3 of 10 were late, by 2.3 days on average.',
  )
  expect(lateWords([line('2026-11', 'late', '1'), inTime, ...open])).toBe('1 of 8 was late, by 1 day on average.')
  expect(lateWords([inTime, ...open])).toBe('None was late.')
  expect(lateWords(open)).toBe('')
})
