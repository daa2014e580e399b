import { BehaviorSubject, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nudgeEvent } from '@/shared/domain/records/nudge'
import { expectTimeline } from '../testing'
import type { Signal } from '../realtime/channels'
import { staleTimer, timerPoll, timerRows, type TimerRead } from './timer-rows'

const nudgeOf = (table: string): Signal => ({
  kind: 'message',
  event: nudgeEvent,
  payload: { table, op: 'UPDATE', id: null },
})
const signals: Record<string, Signal> = {
  L: { kind: 'live' },
  x: { kind: 'lost' },
  t: nudgeOf('time_entries'),
  n: nudgeOf('notifications'),
  o: { kind: 'message', event: 'typing', payload: { table: 'time_entries', op: 'UPDATE', id: null } },
  q: { kind: 'message', event: nudgeEvent, payload: 'what is this' },
}
const reads = { c: 'connected', m: 'changed', p: 'polled' } as const

function testStale({ channel, expected }: { channel: string; expected: string }) {
  expectTimeline(({ hot, expectObservable }) => {
    expectObservable(staleTimer(hot(channel, signals), { soon: () => 0 }), '^ 3500ms !').toBe(expected, reads)
  })
}

describe('the timer', () => {
  test('is polled every second while its channel is lost', () =>
    testStale({ channel: 'x-', expected: '1s p 999ms p 999ms p' }))

  test('is not polled while live', () => testStale({ channel: 'L-', expected: 'c-' }))

  test('is polled from the loss of the channel on, and caught up when it is back', () =>
    testStale({ channel: 'L 499ms x 1799ms L', expected: 'c 499ms p 999ms p 799ms c' }))

  test('is read for its own nudge, and for one nobody understands', () =>
    testStale({ channel: 'L--t 200ms q', expected: 'c--m 200ms m' }))

  test('is not read for other tables and other events', () => testStale({ channel: 'L--no', expected: 'c-' }))

  test('is polled at the second of the specification', () => expect(timerPoll).toBe(1000))
})

describe('its rows', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const read = (row: string) => ({ kind: 'read' as const, row })

  function startRows() {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const channel = new Subject<Signal>()
    const turn = new BehaviorSubject(true)
    const elsewhere = new Subject<string>()
    const told: string[] = []
    const asked: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = []
    const heard: TimerRead<string>[] = []
    const read = (signal: AbortSignal) => {
      const request = { ...Promise.withResolvers<string>(), signal }
      asked.push(request)
      return request.promise
    }
    const source = { read, told$: elsewhere, tell: (row: string) => void told.push(row) }
    const subscription = timerRows(channel, source, { turns$: turn }).subscribe((answer) => heard.push(answer))
    const answer = (place: number, row: string) => {
      asked[place]?.resolve(row)
      return vi.advanceTimersByTimeAsync(0)
    }
    const fail = (place: number) => {
      asked[place]?.reject(new TypeError('fetch failed'))
      return vi.advanceTimersByTimeAsync(0)
    }
    const say = (name: keyof typeof signals) => {
      const signal = signals[name]
      if (signal) channel.next(signal)
    }
    return { asked, heard, told, answer, fail, say, turn, elsewhere, stop: () => subscription.unsubscribe() }
  }

  test('are read at once, before the channel says anything', async () => {
    const { asked, heard, answer } = startRows()
    expect(asked.length).toBe(1)
    await answer(0, 'active')
    expect(heard).toEqual([read('active')])
  })

  test('are not asked for by a poll while a read is on its way', async () => {
    const { asked, answer } = startRows()
    await vi.advanceTimersByTimeAsync(3500)
    expect(asked.length).toBe(1)
    await answer(0, 'active')
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked.length).toBe(2)
  })

  test('that changed while a read was on its way are read anew, and the old answer is dropped', async () => {
    const { asked, heard, answer, say } = startRows()
    say('L')
    say('t')
    expect([asked.length, asked[1]?.signal.aborted]).toEqual([3, true])
    await answer(1, 'active')
    await answer(2, 'paused')
    expect(heard).toEqual([read('paused')])
  })

  test('send nothing while live', async () => {
    const { asked, answer, say } = startRows()
    say('L')
    await answer(1, 'active')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(asked.length).toBe(2)
  })

  test('that cannot be read are tried again with growing pauses, live or not', async () => {
    const { asked, heard, answer, fail, say } = startRows()
    say('L')
    await fail(1)
    expect(heard).toEqual([{ kind: 'unreadable' }])
    await vi.advanceTimersByTimeAsync(1000)
    await fail(2)
    await vi.advanceTimersByTimeAsync(1999)
    expect(asked.length).toBe(3)
    await vi.advanceTimersByTimeAsync(1)
    await answer(3, 'active')
    expect(heard).toEqual([{ kind: 'unreadable' }, { kind: 'unreadable' }, read('active')])
  })

  test('that are not answered within 10 seconds are given up and tried again', async () => {
    const { asked, heard, say } = startRows()
    say('L')
    await vi.advanceTimersByTimeAsync(10_000)
    expect([heard, asked[1]?.signal.aborted]).toEqual([[{ kind: 'unreadable' }], true])
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked.length).toBe(3)
  })

  test('that cannot be polled are tried again after growing pauses, and each second once they can be', async () => {
    const { asked, answer, fail } = startRows()
    await answer(0, 'active')
    await vi.advanceTimersByTimeAsync(1000)
    await fail(1)
    await vi.advanceTimersByTimeAsync(1000)
    await fail(2)
    await vi.advanceTimersByTimeAsync(1999)
    expect(asked.length).toBe(3)
    await vi.advanceTimersByTimeAsync(1)
    await answer(3, 'active')
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked.length).toBe(5)
  })

  test('that a tab cannot poll are left to the next tab once its turn is over', async () => {
    const { asked, answer, fail, turn } = startRows()
    await answer(0, 'active')
    await vi.advanceTimersByTimeAsync(1000)
    await fail(1)
    turn.next(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked.length).toBe(2)
    turn.next(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.length).toBe(3)
  })

  test('that a poll has read are told to the other tabs, and theirs are shown', async () => {
    const { heard, told, answer, elsewhere } = startRows()
    await answer(0, 'active')
    await vi.advanceTimersByTimeAsync(1000)
    await answer(1, 'paused')
    elsewhere.next('stopped')
    expect([told, heard]).toEqual([['paused'], [read('active'), read('paused'), read('stopped')]])
  })

  test('are left alone when nobody listens', async () => {
    const { asked, stop } = startRows()
    stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([asked.length, asked[0]?.signal.aborted]).toEqual([1, true])
  })
})
