import { Observable } from 'rxjs'
import { expect, test } from 'vitest'
import { expectTimeline } from '../testing'
import { hiddenBeats, sendBeat } from './keep-alive'

test('a hidden tab beats by the worker, a shown one does not', () =>
  expectTimeline(({ hot, cold, expectObservable }) => {
    const shown$ = hot('s---h--------s---', { s: true, h: false })
    const beats$ = cold('---b', { b: undefined })
    expectObservable(hiddenBeats(shown$, beats$)).toBe('-------b---------', { b: undefined })
  }))

test('a tab without workers stays as it is', () => {
  const beats = hiddenBeats(new Observable<boolean>((subscriber) => subscriber.next(false)), new Observable(() => {}))
  expect(() => beats.subscribe().unsubscribe()).not.toThrow()
})

test('a beat goes only through an open socket, where it cannot be mistaken for a heartbeat of the client', () => {
  const sent: unknown[] = []
  const heart = (isConnected: boolean) => ({
    isConnected: () => isConnected,
    push: (message: unknown) => sent.push(message),
  })
  sendBeat(heart(false))
  sendBeat(heart(true))
  expect(sent).toEqual([{ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: 'keep-alive' }])
})
