import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysFrom, groupHours, groupings, type HoursRow, readHours, spanAround, spans, sumOf } from './hours'
import { hoursCsv } from './hours-csv'

const row = (change: Partial<HoursRow> = {}): HoursRow => ({
  day: '2026-11-20',
  userId: 'petra',
  person: 'Petra Mifsud',
  client: 'Anna Borg',
  business: 'Bakery Ltd',
  seconds: 3600,
  isRunning: false,
  ...change,
})
const anyRow = fc.record({
  day: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  userId: fc.constantFrom('petra', 'mark'),
  person: fc.string(),
  client: fc.string(),
  business: fc.string(),
  seconds: fc.nat(),
  isRunning: fc.boolean(),
})

describe('hours in groups', () => {
  test('lose no second, however they are grouped', () =>
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom(...groupings), (rows, by) => {
        expect(sumOf(groupHours(rows, by))).toBe(sumOf(rows))
      }),
    ))

  test('by week start on Monday and come newest first', () => {
    const rows = [row({ day: '2026-11-15' }), row({ day: '2026-11-16' }), row({ day: '2026-11-22', seconds: 60 })]
    expect(groupHours(rows, 'week').map(({ label, seconds }) => [label, seconds])).toEqual([
      ['2026-11-16', 3660],
      ['2026-11-09', 3600],
    ])
  })

  test('by person say who works now, the most hours first', () => {
    const rows = [row(), row({ userId: 'mark', person: 'Mark', seconds: 7200 }), row({ isRunning: true, seconds: 0 })]
    expect(groupHours(rows, 'person').map(({ label, seconds, running }) => [label, seconds, running])).toEqual([
      ['Mark', 7200, 0],
      ['Petra Mifsud', 3600, 1],
    ])
  })

  test('by client keep two businesses of one name apart', () =>
    expect(
      groupHours([row(), row({ business: 'Café' }), row({ client: '', business: '' })], 'client').map(
        ({ label }) => label,
      ),
    ).toEqual(['Anna Borg · Bakery Ltd', 'Anna Borg · Café', 'No client']))
})

test('a week has seven days, over the change of the clocks and the end of a year', () => {
  expect(daysFrom('2026-10-19', '2026-10-25')).toHaveLength(7)
  expect(daysFrom('2026-12-30', '2027-01-02')).toEqual(['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'])
})

test('a span goes from its first to its last day, over the ends of months and years', () => {
  const today = '2027-01-03'
  expect(Object.fromEntries(spans.map((span) => [span, spanAround(span, today)]))).toEqual({
    'this-week': { from: '2026-12-28', to: '2027-01-03' },
    'last-week': { from: '2026-12-21', to: '2026-12-27' },
    'this-month': { from: '2027-01-01', to: '2027-01-31' },
    'last-month': { from: '2026-12-01', to: '2026-12-31' },
  })
})

test('an answer that is none is not shown as hours', () => expect(() => readHours({ rows: [] })).toThrow())

test('the CSV file has a line for each row, and runs no formula', () =>
  expect(hoursCsv([row({ client: 'Borg, "Anna"', business: '=1+1', seconds: 5400 })])).toBe(
    '\uFEFFDay,Person,Client,Business,Duration,Hours\r\n' +
      `2026-11-20,Petra Mifsud,"Borg, ""Anna""",'=1+1,01:30:00,1.5\r\n`,
  ))
