import { expect, test } from 'vitest'
import { asyncScheduler, of } from 'rxjs'
import { expectTimeline } from '../testing'
import type { Connection } from '@/shared/domain/web/connection'
import { watchConnection } from './connection'

const news = {
  L: 'live',
  x: 'lost',
  m: 'message',
  h: 'heartbeat',
  o: 'online',
  f: 'offline',
  r: 'read',
  F: 'failing',
  A: 'answering',
} as const

const connections: Record<string, Connection> = {
  u: { state: 'polling', rightAt: null },
  a: { state: 'live', rightAt: 3 },
  b: { state: 'live', rightAt: 6 },
  c: { state: 'polling', rightAt: 6 },
  d: { state: 'offline', rightAt: 6 },
  e: { state: 'live', rightAt: 12 },
  g: { state: 'offline', rightAt: 12 },
  n: { state: 'offline', rightAt: null },
  p: { state: 'polling', rightAt: 6 },
  q: { state: 'live', rightAt: 6 },
  s: { state: 'live', rightAt: 14 },
}

function testConnection({ heard, shown }: { heard: string; shown: string }) {
  expectTimeline(({ hot, expectObservable }) => {
    expectObservable(watchConnection(hot(heard, news), () => asyncScheduler.now())).toBe(shown, connections)
  })
}

test('polls until the channel is live', () => testConnection({ heard: '---L--', shown: 'u--a--' }))

test('a message or a heartbeat proves that everything is right now', () => {
  testConnection({ heard: '---L--m--', shown: 'u--a--b--' })
  testConnection({ heard: '---L--h--', shown: 'u--a--b--' })
})

test('a lost channel remembers when everything was last right', () =>
  testConnection({ heard: '---L--h--x--', shown: 'u--a--b--c--' }))

test('a heartbeat of the socket proves nothing about a lost channel', () =>
  testConnection({ heard: '---L--h--x-h-', shown: 'u--a--b--c---' }))

test('a poll that was answered proves that everything was right then', () =>
  testConnection({ heard: '------r--', shown: 'u-----p--' }))

test('R8: a channel that speaks while reads fail is not live, and vouches for nothing', () => {
  testConnection({ heard: '---L--h--F-m-h--', shown: 'u--a--b--c------' })
  testConnection({ heard: '---L--h--F-m-Ah-', shown: 'u--a--b--c---qs-' })
  testConnection({ heard: 'F--L------------', shown: 'u---------------' })
})

test('a device without a network is offline, and live again when the channel is', () =>
  testConnection({ heard: '---L--h-(xf)L--o', shown: 'u--a--b-(cd)g--e' }))

test('a device that starts without a network is offline', () => testConnection({ heard: '-f--', shown: 'un--' }))

test('an unheard connection polls', () => {
  const seen: Connection[] = []
  watchConnection(of('lost'), () => 0).subscribe((connection) => seen.push(connection))
  expect(seen).toEqual([{ state: 'polling', rightAt: null }])
})
