import { expect, test } from 'vitest'
import type { Signal } from '../realtime/channels'
import { expectTimeline } from '../testing'
import { peopleBeside } from './people-beside'
import type { Shown } from './roster'

const maria = '6c1f0a9e-8a56-4a39-9d1c-2f9a0c6f3b11'
const signals = {
  l: { kind: 'live' },
  x: { kind: 'lost' },
  m: { kind: 'message', event: 'changed', payload: {} },
} satisfies Record<string, Signal>
const me = { q: { user_id: maria, typing: false }, t: { user_id: maria, typing: true } }

test('people are known while the channel is live and forgotten when it is lost', () => {
  expectTimeline(({ cold, hot, expectObservable }) => {
    const signals$ = cold('x-l-m---x-l', signals)
    const states$ = hot('   -a---a-----', { a: { one: [{ user_id: maria, typing: false }] } })
    const people$ = peopleBeside({ signals$, states$, show: () => {} }, cold('q', me))
    expectObservable(people$).toBe('n----p--n--', { n: [], p: [{ userId: maria, typing: false }] })
  })
})

test('this tab shows itself on each connection and each change', () => {
  const shown: boolean[] = []
  expectTimeline(({ cold, hot, expectObservable }) => {
    const signals$ = cold('x-l-----x-l', signals)
    const me$ = hot('      q---t------', me)
    const show = ({ typing }: Shown) => shown.push(typing)
    expectObservable(peopleBeside({ signals$, states$: hot('-'), show }, me$)).toBe('n-------n--', { n: [] })
  })
  expect(shown).toEqual([false, true, true])
})
