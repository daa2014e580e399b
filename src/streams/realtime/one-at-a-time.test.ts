import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time'
import type { Resync } from './resync'

function start() {
  const reads$ = new Subject<Resync>()
  const started: (PromiseWithResolvers<void> & { because: Resync })[] = []
  const ended: Resync[] = []
  const subscription = reads$
    .pipe(
      oneAtATime((because) => {
        const read = { ...Promise.withResolvers<void>(), because }
        started.push(read)
        return read.promise
      }),
    )
    .subscribe((because) => ended.push(because))
  return { say: (because: Resync) => reads$.next(because), started, ended, stop: () => subscription.unsubscribe() }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

test('a thousand changes during a read ask for one more', async () => {
  const { say, started, ended } = start()
  for (let count = 0; count < 1000; count++) say('changed')
  expect(started.length).toBe(1)
  started[0]?.resolve()
  await settled()
  started[1]?.resolve()
  await settled()
  expect([started.length, ended]).toEqual([2, ['changed', 'changed']])
})

test('a poll during a slow read is left out', async () => {
  const { say, started } = start()
  say('polled')
  say('polled')
  started[0]?.resolve()
  await settled()
  expect(started.length).toBe(1)
})

test('a read that fails does not end the reading', async () => {
  const { say, started } = start()
  say('polled')
  started[0]?.reject(new Error('no answer'))
  await settled()
  say('polled')
  expect(started.length).toBe(2)
})

test('nothing starts after the end', async () => {
  const { say, started, stop } = start()
  say('changed')
  say('changed')
  stop()
  started[0]?.resolve()
  await settled()
  expect(started.length).toBe(1)
})
