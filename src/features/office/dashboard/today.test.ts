import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { dayAround, greeting, hoursAndMinutes, timeEntriesSchema, workedOnDay } from './today'

const at = (time: string, day = '2026-11-20') => new Date(`${day}T${time}:00`).getTime()
const iso = (time: string, day?: string) => new Date(at(time, day)).toISOString()
const minutes = 60_000

test('a day goes from midnight to midnight where the person is', () =>
  expect(dayAround(at('17:45'))).toEqual({ start: iso('00:00'), end: iso('00:00', '2026-11-21') }))

test.each([
  ['02:34', 'Hello'],
  ['04:59', 'Hello'],
  ['05:00', 'Good morning'],
  ['11:59', 'Good morning'],
  ['12:00', 'Good afternoon'],
  ['18:00', 'Good evening'],
])('at %s one says %s', (time, words) => expect(greeting(at(time))).toBe(words))

test('the dashboard has its time from the server: no clock of a device says what was worked, due or late', () => {
  const files = globSync('src/features/office/dashboard/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => /Date\.now\(|useNow\(|new Date\(\)/.test(readFileSync(file, 'utf8')))).toEqual([])
  expect(readFileSync('src/features/office/dashboard/components/dashboard-screen.tsx', 'utf8')).toContain(
    'useServerTime(',
  )
})

describe('the time worked today', () => {
  const worked = (entries: unknown) => workedOnDay(timeEntriesSchema.parse(entries), at('12:00')) / minutes

  test('adds the finished sessions and the running one up to now', () =>
    expect(
      worked([
        { status: 'completed', sessions: [{ startTime: iso('08:00'), endTime: iso('09:30'), duration: '01:30:00' }] },
        { status: 'active', sessions: [{ startTime: iso('11:40'), endTime: null }] },
      ]),
    ).toBe(110))

  test('a session over midnight counts from midnight', () =>
    expect(
      worked([{ status: 'completed', sessions: [{ startTime: iso('22:00', '2026-11-19'), endTime: iso('01:00') }] }]),
    ).toBe(60))

  test('yesterday does not count', () =>
    expect(
      worked([
        {
          status: 'completed',
          sessions: [{ startTime: iso('08:00', '2026-11-19'), endTime: iso('16:00', '2026-11-19') }],
        },
      ]),
    ).toBe(0))

  test('a paused session counts to its pause', () =>
    expect(
      worked([{ status: 'paused', sessions: [{ startTime: iso('10:00'), endTime: null, pausedAt: iso('10:20') }] }]),
    ).toBe(20))

  test('a session that was never ended counts nothing once its entry is over', () =>
    expect(worked([{ status: 'completed', sessions: [{ startTime: iso('08:00') }] }])).toBe(0))

  test('an entry whose sessions cannot be read counts nothing', () =>
    expect(worked([{ status: 'active', sessions: 'broken' }])).toBe(0))
})

test('durations are written in hours and minutes', () =>
  expect([0, 59_999, 65 * minutes, 605 * minutes].map(hoursAndMinutes)).toEqual([
    '0 h 00 min',
    '0 h 00 min',
    '1 h 05 min',
    '10 h 05 min',
  ]))
