import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatDuration } from './duration'
import {
  isRefusal,
  longSession,
  runningSince,
  runsLong,
  type Session,
  toTimeEntry,
  workedFor,
  workedSeconds,
} from './time-entry'

const start = Date.parse('2026-11-20T08:00:00.000Z')
const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const closed = (seconds: number): Session => ({
  startTime: iso(0),
  endTime: iso(seconds),
  duration: formatDuration(seconds),
  isPaused: true,
  pausedAt: iso(seconds),
})
const open: Session = { startTime: iso(0), endTime: null, duration: '00:00:00', isPaused: false, pausedAt: null }
const someSessions = fc.array(fc.integer({ min: 0, max: 1e7 }).map(closed), { maxLength: 50 })

const row = {
  id: 'entry',
  user_id: 'petra',
  user_email: 'petra@example.com',
  status: 'active',
  client_name: 'Anna Bakery',
  business_name: null,
  sessions: [],
  total_duration: '00:00:00',
  created_at: iso(0),
  touched_at: iso(0),
}

describe('the time worked', () => {
  test('moves a second with every second of the server, and never backwards', () =>
    fc.assert(
      fc.property(someSessions, fc.integer({ min: 0, max: 1e9 }), (sessions, elapsed) => {
        const entry = { status: 'active' as const, sessions: [...sessions, open] }
        const before = workedSeconds(entry, start + elapsed * 1000)
        expect(workedSeconds(entry, start + elapsed * 1000 + 999)).toBe(before)
        expect(workedSeconds(entry, start + elapsed * 1000 + 1000)).toBe(before + 1)
      }),
    ))

  test('of a paused or completed timer stands still', () =>
    fc.assert(
      fc.property(someSessions, fc.date({ noInvalidDate: true }), (sessions, now) => {
        const standing = workedSeconds({ status: 'paused', sessions }, now.getTime())
        expect(standing).toBe(workedSeconds({ status: 'completed', sessions }, start))
      }),
    ))

  test('is never negative, whatever the clock says', () =>
    fc.assert(
      fc.property(fc.integer(), (now) => {
        expect(workedSeconds({ status: 'active', sessions: [open] }, now)).toBeGreaterThanOrEqual(0)
      }),
    ))

  test('is known of ten thousand sessions', () =>
    expect(workedSeconds({ status: 'paused', sessions: Array.from({ length: 10_000 }, () => closed(60)) }, 0)).toBe(
      600_000,
    ))

  test('of a session without a duration or with a broken one is nothing', () => {
    const broken = [null, '1:2:3', '-00:00:01', '00:60:00', 'NaN'].map((duration) => ({ ...closed(5), duration }))
    expect(workedSeconds({ status: 'paused', sessions: broken }, start)).toBe(0)
  })
})

describe('a timer runs', () => {
  test('since the start of its open session', () =>
    expect(runningSince({ status: 'active', sessions: [closed(60), open] })).toBe(start))

  test.each([
    ['while paused', { status: 'paused', sessions: [open] } as const],
    ['without a session', { status: 'active', sessions: [] } as const],
    ['when its session is closed', { status: 'active', sessions: [closed(1)] } as const],
    ['when its session is marked as paused', { status: 'active', sessions: [{ ...open, isPaused: true }] } as const],
    ['when its start is no time', { status: 'active', sessions: [{ ...open, startTime: 'noon' }] } as const],
  ])('not %s', (_, entry) => expect(runningSince({ ...entry, sessions: [...entry.sessions] })).toBe(null))
})

describe('a timer was probably forgotten', () => {
  const longRun = 10 * 3_600_000
  test('when it has been running for ten hours at a stretch', () => {
    const entry = { status: 'active' as const, sessions: [closed(90_000), open] }
    expect([runsLong(entry, start + longRun - 1, 10), runsLong(entry, start + longRun, 10)]).toEqual([false, true])
  })

  test('not while it is paused, however long it ran', () =>
    expect(runsLong({ status: 'paused', sessions: [closed(90_000)] }, start + 100 * longRun, 10)).toBe(false))

  test('when its last session is longer than the company says, running or paused', () => {
    const ran = { ...open, endTime: new Date(start + longRun + 1).toISOString() }
    const spans = [
      longSession({ status: 'active', sessions: [open] }, start + longRun + 1, 10),
      longSession({ status: 'paused', sessions: [ran] }, start + 100 * longRun, 10),
      longSession({ status: 'paused', sessions: [ran] }, start + 100 * longRun, 11),
      longSession({ status: 'paused', sessions: [] }, start + 100 * longRun, 10),
    ]
    const long = { from: start, to: start + longRun + 1 }
    expect(spans).toEqual([long, long, null, null])
  })
})

describe('a row', () => {
  test('is read with its sessions', () =>
    expect(toTimeEntry({ ...row, sessions: [open] })).toEqual({
      id: 'entry',
      userId: 'petra',
      userEmail: 'petra@example.com',
      status: 'active',
      clientName: 'Anna Bakery',
      businessName: null,
      sessions: [open],
      totalDuration: '00:00:00',
      createdAt: iso(0),
      touchedAt: iso(0),
    }))

  test.each([[null], [{}], ['broken'], [[null, 5, {}, []]]])('whose sessions are %j has none', (sessions) =>
    expect(toTimeEntry({ ...row, sessions }).sessions).toEqual([]),
  )

  test('keeps the sessions that can be read', () =>
    expect(toTimeEntry({ ...row, sessions: [null, { startTime: iso(0) }] }).sessions).toEqual([
      { startTime: iso(0), endTime: null, duration: null, isPaused: null, pausedAt: null },
    ]))

  test('of another status is none', () => expect(() => toTimeEntry({ ...row, status: 'ACTIVE' })).toThrow())
})

test('work is for a client, a business, or both', () =>
  expect([
    workedFor({ clientName: 'Anna', businessName: 'Bakery' }),
    workedFor({ clientName: null, businessName: 'Bakery' }),
    workedFor({ clientName: null, businessName: null }),
  ]).toEqual(['Anna · Bakery', 'Bakery', 'No client']))

test('only the unique index refuses', () =>
  expect([{ code: '23505' }, { code: '23514' }, new Error('23505'), null].map(isRefusal)).toEqual([
    true,
    false,
    false,
    false,
  ]))
