import { of, startWith, timer } from 'rxjs'
import { test } from 'vitest'
import { expectTimeline } from '../testing'
import type { Signal } from './channels'
import { changed, resync } from './resync'

const signals: Record<string, Signal> = {
  L: { kind: 'live' },
  x: { kind: 'lost' },
  m: { kind: 'message', event: 'changed', payload: null },
}
const reads = { c: 'connected', m: 'changed', p: 'polled' } as const

const whose = { o: true, n: false }

type Drawing = { channel: string; turns?: string; rest?: number; expected: string }

function testResync({ channel, turns = 'o', rest, expected }: Drawing) {
  expectTimeline(({ hot, expectObservable }) => {
    const turns$ = hot(turns, whose).pipe(startWith(true))
    const rested$ = rest === undefined ? of(null) : timer(rest)
    const reads$ = hot(channel, signals).pipe(resync({ pollEvery: 5, settle: 2, turns$, soon: () => 0, rested$ }))
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

test('a channel that was live is polled at once when it is lost, and a recovered one catches up', () =>
  testResync({
    channel: ' L--x------L-------',
    expected: 'c--p----p-c-------',
  }))

test('a channel that says twice that it is lost keeps one rhythm of polls', () =>
  testResync({
    channel: ' L--x--x--x--------',
    expected: 'c--p----p----p----',
  }))

test('a message that arrives while the channel comes back is read after the catch-up', () =>
  testResync({
    channel: ' L--x--(Lm)--------',
    expected: 'c--p--(cm)--------',
  }))

test('a channel that is lost and live in one breath catches up without a poll', () =>
  testResync({
    channel: ' L-----(xL)--------',
    expected: 'c-----c-----------',
  }))

test('a server that needs a rest is polled when it has had it', () =>
  testResync({
    channel: ' ------------------',
    rest: 3,
    expected: '--------p----p----',
  }))

test('a rest that outlasts a turn is followed by no poll', () =>
  testResync({
    channel: ' ------------------',
    turns: '   ------n-----------',
    rest: 3,
    expected: '------------------',
  }))

test('a tab whose turn it is not does not poll, and keeps the rhythm when its turn comes back early', () =>
  testResync({
    channel: ' ------------------',
    turns: '   ------n-o---------',
    expected: '-----p----p----p--',
  }))

test('a turn that comes after a missed poll starts with it', () =>
  testResync({
    channel: ' ------------------',
    turns: '   n------o----------',
    expected: '-------p----p----p',
  }))

test('connection and messages are read whoever polls', () =>
  testResync({
    channel: ' ---L---m----------',
    turns: '   n-----------------',
    expected: '---c---m----------',
  }))

const crowded: Signal = {
  kind: 'message',
  event: 'changed',
  payload: { table: 'tasks', op: 'UPDATE', id: null, spread: 6 },
}

function testCrowd({ channel, random, expected }: { channel: string; random: number; expected: string }) {
  expectTimeline(({ hot, expectObservable }) => {
    const reads$ = hot(channel, { c: crowded }).pipe(changed(2, () => random))
    expectObservable(reads$, '------------------!').toBe(expected, { m: 'changed' })
  })
}

test('listeners of a crowded topic read at different moments of its spread', () => {
  testCrowd({ random: 0, channel: 'c---------', expected: 'm---------' })
  testCrowd({ random: 0.5, channel: 'c---------', expected: '---m------' })
})

test('a crowd reads once per spread, the last message included', () =>
  testCrowd({ random: 0.5, channel: 'ccccccc---', expected: '---m-----m' }))
