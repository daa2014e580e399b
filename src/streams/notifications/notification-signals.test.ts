import { filter, type Observable, Subject } from 'rxjs'
import { describe, expect, test, vi } from 'vitest'
import { notificationSources } from '@/shared/domain/records/notification'
import { nudgeEvent } from '@/shared/domain/records/nudge'
import { expectTimeline } from '../testing'
import type { Signal } from '../realtime/channels'
import { arrivals, notificationPoll, type StaleSource, staleCounts, staleSources } from './notification-signals'

const nudgeOf = (table: string): Signal => ({
  kind: 'message',
  event: nudgeEvent,
  payload: { table, op: 'INSERT', id: null },
})
const signals: Record<string, Signal> = {
  L: { kind: 'live' },
  x: { kind: 'lost' },
  r: nudgeOf('task_reply_notifications'),
  g: nudgeOf('notifications'),
  t: nudgeOf('time_entries'),
  o: { kind: 'message', event: 'typing', payload: { table: 'task_reply_notifications', op: 'INSERT', id: null } },
  q: { kind: 'message', event: nudgeEvent, payload: 'what is this' },
}
const replies = { source: 'task_reply_notifications' } as const
const reads: Record<string, StaleSource> = {
  c: { ...replies, because: 'connected' },
  m: { ...replies, because: 'changed' },
  p: { ...replies, because: 'polled' },
}

/** The signals of the source "replies" only. */
const ofReplies = (channel$: Observable<Signal>, turns$?: Observable<boolean>) =>
  staleSources(channel$, { soon: () => 0, ...(turns$ ? { turns$ } : {}) }).pipe(
    filter(({ source }) => source === replies.source),
  )

function testReplies({ channel, expected }: { channel: string; expected: string }) {
  expectTimeline(({ hot, expectObservable }) => {
    expectObservable(ofReplies(hot(channel, signals)), '^ 60s !').toBe(expected, reads)
  })
}

describe('one source', () => {
  test('is read for its own nudge', () => testReplies({ channel: 'L--r', expected: 'c--m' }))

  test('is not read for a nudge of another table', () => testReplies({ channel: 'L--gt', expected: 'c----' }))

  test('is not read for another kind of event', () => testReplies({ channel: 'L--o', expected: 'c---' }))

  test('is read for a nudge nobody understands', () => testReplies({ channel: 'L--q', expected: 'c--m' }))

  test('polls every 30 seconds while its channel is lost', () =>
    testReplies({ channel: 'x-', expected: '30s p 29999ms p' }))

  test('polls no more once its channel is live', () => testReplies({ channel: '31s L', expected: '30s p 999ms c' }))

  test('polls as soon as its channel is lost', () =>
    testReplies({ channel: 'L 19999ms x', expected: 'c 19999ms p 29999ms p' }))
})

describe('the five sources together', () => {
  test('are all read on connection, and each alone for its nudge', () => {
    expectTimeline(({ hot, expectObservable }) => {
      const of = (because: StaleSource['because']) =>
        Object.fromEntries(notificationSources.map((source, place) => [String(place), { source, because }]))
      const merged$ = staleSources(hot('L--------g', signals))
      expectObservable(merged$).toBe('(01234)--m', {
        ...of('connected'),
        m: { source: 'notifications', because: 'changed' },
      })
    })
  })
})

test('a notice that arrives is told once, and nothing else is', () => {
  const said = (table: string, op: 'INSERT' | 'UPDATE', id: string | null): Signal => ({
    kind: 'message',
    event: nudgeEvent,
    payload: { table, op, id },
  })
  const spoken: Record<string, Signal> = {
    ...signals,
    a: said('notifications', 'INSERT', 'one'),
    b: said('mockup_notifications', 'INSERT', 'two'),
    u: said('notifications', 'UPDATE', 'three'),
    z: said('time_entries', 'INSERT', 'four'),
    s: said('notifications', 'INSERT', null),
  }
  expectTimeline(({ hot, expectObservable }) => {
    expectObservable(arrivals(hot('L-a-a-b-u-z-s-q-a', spoken))).toBe('--a---b----------', {
      a: { source: 'notifications', id: 'one' },
      b: { source: 'mockup_notifications', id: 'two' },
    })
  })
})

/** Times at which the counts are read, in ms. */
async function countsOf(channel: string, until: number) {
  vi.useFakeTimers({ now: 0 })
  const said = new Subject<Signal>()
  const readAt: number[] = []
  const subscription = staleSources(said, { soon: () => 200 })
    .pipe(staleCounts)
    .subscribe(() => readAt.push(Date.now()))
  for (const [at, kind] of channel.split(' ').map((event) => event.split(':'))) {
    await vi.advanceTimersByTimeAsync(Number(at) - Date.now())
    said.next(kind === 'live' ? { kind: 'live' } : { kind: 'lost' })
  }
  await vi.advanceTimersByTimeAsync(until - Date.now())
  subscription.unsubscribe()
  vi.useRealTimers()
  return readAt
}

describe('the counts of all five', () => {
  test('are read once a poll', async () => expect(await countsOf('0:lost', 95_000)).toEqual([30_000, 60_000, 90_000]))

  test('are read once for a connection', async () => expect(await countsOf('7000:live', 95_000)).toEqual([7000]))

  test('are read once when the channel is lost, however short the last poll is ago', async () =>
    expect(await countsOf('0:lost 31000:live 32000:lost', 65_000)).toEqual([30_000, 31_000, 32_200, 62_200]))
})

test('a tab polls only in its turn', () =>
  expectTimeline(({ hot, expectObservable }) => {
    const turns$ = hot('n 39999ms o', { n: false, o: true })
    expectObservable(ofReplies(hot('x-', signals), turns$), '^ 60s !').toBe('40s p', reads)
  }))

test('the poll is the 30 seconds of the specification', () => {
  expect(notificationPoll).toBe(30_000)
})
