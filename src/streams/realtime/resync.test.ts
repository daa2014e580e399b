import { test } from 'vitest'
import { expectTimeline } from '../testing'
import type { Signal } from './channels'
import { resync } from './resync'

const signals: Record<string, Signal> = {
  L: { kind: 'live' },
  x: { kind: 'lost' },
  m: { kind: 'message', event: 'changed', payload: null },
}
const reads = { c: 'connected', m: 'changed', p: 'polled' } as const

function testResync({ channel, expected }: { channel: string; expected: string }) {
  expectTimeline(({ hot, expectObservable }) => {
    const reads$ = hot(channel, signals).pipe(resync({ pollEvery: 5, settle: 2 }))
    expectObservable(reads$, '------------------!').toBe(expected, reads)
  })
}

test('polls until the channel is live', () =>
  testResync({
    channel: ' ------------------',
    expected: '-----p----p----p--',
  }))

test('reads once on connection and stops polling', () =>
  testResync({
    channel: ' ------L-----------',
    expected: '-----pc-----------',
  }))

test('reads once per burst of messages', () =>
  testResync({
    channel: ' L---mm------------',
    expected: 'c-----m-----------',
  }))

test('a lost channel polls, and a recovered one catches up', () =>
  testResync({
    channel: ' L--x------L-------',
    expected: 'c-------p-c-------',
  }))

test('a channel that says twice that it is lost keeps one rhythm of polls', () =>
  testResync({
    channel: ' L--x--x--x--------',
    expected: 'c-------p----p----',
  }))

test('a message that arrives while the channel comes back is read after the catch-up', () =>
  testResync({
    channel: ' L--x--(Lm)--------',
    expected: 'c-----c-m---------',
  }))
