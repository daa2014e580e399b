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

test('reads at once for one message', () =>
  testResync({
    channel: ' L---m-------------',
    expected: 'c---m-------------',
  }))

test('reads a burst of messages at its start and once per settle, the last message included', () =>
  testResync({
    channel: ' L---mmmmmm--------',
    expected: 'c---m-m-m-m-------',
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
    expected: 'c-----(cm)--------',
  }))
