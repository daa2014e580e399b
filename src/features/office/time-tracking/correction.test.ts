import { describe, expect, test } from 'vitest'
import type { Session } from '@/shared/domain/time/time-entry'
import { fromField, toField } from '@/kit/fields/moment'
import { isChanged, linesOf, problemsOf, secondsOf, sessionsOf } from './correction'

const iso = (clock: string) => new Date(`2026-11-20T${clock}`).toISOString()
const session = (from: string, to: string | null): Session => ({
  startTime: iso(from),
  endTime: to === null ? null : iso(to),
  duration: null,
  isPaused: to !== null,
  pausedAt: to === null ? null : iso(to),
})
const morning = session('08:00:00.250', '09:30:00')
const noon = session('12:00:00', '12:45:10')
const running = session('14:00:00', null)
const key = ({ startTime }: Session, nth = 0) => `${startTime} ${nth}`
const now = Date.parse(iso('18:00:00'))

describe('a field', () => {
  test('shows a moment where the person is, to the second', () =>
    expect([toField(iso('08:05:09.250')), toField(null), toField('noon')]).toEqual(['2026-11-20T08:05:09', '', '']))

  test('that was not touched keeps even the parts of a second', () =>
    expect(fromField('2026-11-20T08:00:00', morning.startTime)).toBe(morning.startTime))

  test('says another moment in UTC, and nothing for what is none', () =>
    expect([fromField('2026-11-20T07:00', morning.startTime), fromField('', morning.startTime)]).toEqual([
      iso('07:00:00'),
      null,
    ]))
})

describe('a correction', () => {
  test('of nothing leaves every session as it was', () =>
    expect(sessionsOf(linesOf([morning, noon, running], {}))).toEqual([morning, noon, running]))

  test('changes what was typed, and removes what was taken out', () => {
    const edits = { [key(morning)]: { to: '2026-11-20T09:00:00' }, [key(noon)]: { isRemoved: true } }
    expect(sessionsOf(linesOf([morning, noon, running], edits))).toEqual([
      { ...morning, endTime: iso('09:00:00') },
      running,
    ])
  })

  test('gives a running session an end', () =>
    expect(sessionsOf(linesOf([running], { [key(running)]: { to: '2026-11-20T17:00:00' } }))).toEqual([
      { ...running, endTime: iso('17:00:00') },
    ]))

  test('stays with its session when the timer moves meanwhile', () => {
    const edits = { [key(noon)]: { from: '2026-11-20T12:10:00' } }
    const later = [noon, { ...running, endTime: iso('15:00:00') }, session('16:00:00', null)]
    expect(sessionsOf(linesOf(later, edits)).map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [iso('12:10:00'), iso('12:45:10')],
      [iso('14:00:00'), iso('15:00:00')],
      [iso('16:00:00'), null],
    ])
  })

  test('tells two sessions of one start apart', () => {
    const edits = { [key(noon, 1)]: { isRemoved: true } }
    expect(linesOf([noon, noon], edits).map(({ isRemoved }) => isRemoved)).toEqual([false, true])
  })
})

describe('a correction cannot be saved', () => {
  const typed = (was: Session, edit: { from?: string; to?: string }) =>
    problemsOf(linesOf([morning, was], { [key(was)]: edit }), now)[key(was)]

  test.each([
    ['without a start', { from: '' }, 'Give the start.'],
    ['without an end', { to: '' }, 'Give the end.'],
    ['that ends before it starts', { to: '2026-11-20T11:00:00' }, 'The end is before the start.'],
    ['that overlaps', { from: '2026-11-20T09:29:59' }, 'It overlaps with the one before.'],
    [
      'over five years ago',
      { from: '1999-05-03T08:00:00', to: '1999-05-03T09:00:00' },
      'It is more than five years ago.',
    ],
    ['in the future', { to: '2026-11-20T18:00:01' }, 'It is in the future.'],
  ])('%s', (_, edit, problem) => expect(typed(noon, edit)).toBe(problem))

  test('but all right is no problem, nor is what touches the one before', () =>
    expect([
      problemsOf(linesOf([morning, noon, running], {}), now),
      typed(noon, { from: '2026-11-20T09:30:00' }),
    ]).toEqual([{}, undefined]))

  test('but an overlap goes with the session that is taken out', () => {
    const edits = { [key(noon)]: { from: '2026-11-20T09:00:00' }, [key(morning)]: { isRemoved: true } }
    expect(problemsOf(linesOf([morning, noon], edits), now)).toEqual({})
  })

  test('and nothing is called the future before the time of the server is known', () =>
    expect(problemsOf(linesOf([noon], { [key(noon)]: { to: '2999-01-01T00:00:00' } }), null)).toEqual({}))
})

test('the total is that of the times, whatever durations say, with the running session up to now', () =>
  expect([
    secondsOf([{ ...morning, duration: '99:00:00' }, noon], now),
    secondsOf([noon, running], now),
    secondsOf([{ ...noon, endTime: '' }], now),
  ]).toEqual([5399 + 2710, 2710 + 4 * 3600, 0]))

describe('a correction', () => {
  test.each([
    ['changes nothing where every session stays as it is', [morning, noon], false],
    ['changes something where a session goes', [morning], true],
    ['changes something where an end moves', [morning, { ...noon, endTime: iso('12:30:00') }], true],
  ])('%s', (_, sessions, changes) => expect(isChanged(sessions, [morning, noon])).toBe(changes))
})
