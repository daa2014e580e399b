import { test } from 'vitest'
import type { Signal } from '@/streams/realtime/channels'
import { expectTimeline } from '@/streams/testing'
import { onlyOf } from './only-of'

const nudge = (table: string): Signal => ({
  kind: 'message',
  event: 'changed',
  payload: { table, op: 'UPDATE', id: null },
})

const signals: Record<string, Signal> = {
  L: { kind: 'live' },
  x: { kind: 'lost' },
  r: nudge('user_roles'),
  t: nudge('time_entries'),
  s: { kind: 'message', event: 'session_revoked', payload: 'strange' },
}

test('of a busy topic only the named tables and the connection are heard', () =>
  expectTimeline(({ hot, expectObservable }) => {
    const heard$ = hot('Lttrtxts-', signals).pipe(onlyOf(['user_roles']))
    expectObservable(heard$).toBe('L--r-x-s-', signals)
  }))
