import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { connect, merge, Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { oneAtATime } from '../realtime/one-at-a-time'
import type { Signal } from '../realtime/channels'
import { arrivals, staleCounts, staleSources } from './notification-signals'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

setFlagsFromString('--expose-gc')
const collect: unknown = runInNewContext('gc')

/** The used heap in MB after a garbage collection. */
function heap(): number {
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

test('R16: a thousand notices a second are read four times a second by a slow reader, and none of them is kept', async () => {
  const line$ = new Subject<Signal>()
  let reads = 0
  let told = 0
  const slowly = () => {
    reads += 1
    return new Promise((resolve) => setTimeout(resolve, 200))
  }
  const app = line$
    .pipe(
      connect((signals$) => merge(staleSources(signals$).pipe(staleCounts, oneAtATime(slowly)), arrivals(signals$))),
    )
    .subscribe((what) => {
      if (typeof what === 'object') told += 1
    })
  line$.next({ kind: 'live' })
  let number = 0
  const tenSeconds = async () => {
    reads = 0
    for (let second = 0; second < 10; second += 1) {
      for (let event = 0; event < 1000; event += 1) {
        const id = String((number += 1)).padStart(2000, '0')
        line$.next({ kind: 'message', event: 'changed', payload: { table: 'notifications', op: 'INSERT', id } })
      }
      await vi.advanceTimersByTimeAsync(1000)
    }
    return heap()
  }
  const before = await tenSeconds()
  const after = await tenSeconds()
  expect(reads).toBeLessThanOrEqual(40)
  expect(told).toBe(20_000)
  expect(after / before).toBeLessThan(1.1)
  app.unsubscribe()
})
