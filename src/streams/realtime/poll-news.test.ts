import { test } from 'vitest'
import { expectTimeline } from '../testing'
import type { Signal } from './channels'
import { polledElsewhere } from './poll-news'

const signals: Record<string, Signal> = { L: { kind: 'live' }, x: { kind: 'lost' } }

test('what another tab polled counts only until this one is live', () =>
  expectTimeline(({ hot, expectObservable }) => {
    const heard$ = polledElsewhere(hot('--L----x---', signals), hot('-a--b----c-'))
    expectObservable(heard$).toBe('-a-------c-')
  }))
