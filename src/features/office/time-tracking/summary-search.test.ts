import { expect, test } from 'vitest'
import { readSummarySearch, spanProblem, withSummarySearch } from './summary-search'

const friday = '2026-11-20'
const read = (search: string) => readSummarySearch(new URLSearchParams(search), friday)

test('an address without a choice is this week by day, of everybody', () =>
  expect(read('')).toEqual({ from: '2026-11-16', to: '2026-11-22', by: 'day', userId: null }))

test('a choice stands in the address and is read back', () => {
  const choice = { from: '2026-01-01', to: '2026-03-31', by: 'client', userId: 'petra' } as const
  const search = withSummarySearch(new URLSearchParams('x=1'), choice)
  expect([search.get('x'), readSummarySearch(search, friday)]).toEqual(['1', choice])
})

test('everybody again leaves no person in the address', () =>
  expect(withSummarySearch(new URLSearchParams('person=petra&by=week'), { userId: null }).toString()).toBe('by=week'))

test('a grouping that does not exist is the first', () => expect(read('by=moon').by).toBe('day'))

test.each([
  ['2026-11-16', '2026-11-16', null],
  ['2026-11-16', '2026-11-15', 'Choose a day after the first.'],
  ['', '2026-11-15', 'Give both days.'],
  ['2026-11-15', 'soon', 'Give both days.'],
  ['2026-02-31', '2026-13-01', 'Give both days.'],
  ['2025-01-01', '2026-02-05', null],
  ['2025-01-01', '2026-02-06', 'Choose at most 400 days.'],
])('from %s to %s: %s', (from, to, problem) => expect(spanProblem({ from, to })).toBe(problem))
