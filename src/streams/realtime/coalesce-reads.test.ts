import { test } from 'vitest'
import { expectTimeline } from '../testing'
import { coalesceReads } from './coalesce-reads'

const reads = { c: 'connected', m: 'changed', p: 'polled' } as const

const saidTogether = (said: string, expected: string) =>
  expectTimeline(({ hot, expectObservable }) =>
    expectObservable(hot(said, reads).pipe(coalesceReads(3))).toBe(expected, reads),
  )

test('what several topics say in one moment is read once', () => saidTogether('ccc------c', '---c--------c'))

test('a change is a change, whatever is said beside it', () => saidTogether('mcp---pm----pc', '---m-----m-----c'))
