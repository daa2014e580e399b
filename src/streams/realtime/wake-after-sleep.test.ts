import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { expectTimeline } from '../testing'
import type { Signal } from './channels'
import { catchUpAfter, wakeAfterSleep } from './wake-after-sleep'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startTab() {
  const shown$ = new Subject<boolean>()
  let slept = 0
  let woken = 0
  const subscription = wakeAfterSleep(shown$, () => Date.now() + slept).subscribe(() => (woken += 1))
  return {
    show: (isShown: boolean) => shown$.next(isShown),
    sleep: (ms: number) => (slept += ms),
    count: () => woken,
    close: () => subscription.unsubscribe(),
  }
}

test('a tab that never slept never wakes', () => {
  const tab = startTab()
  vi.advanceTimersByTime(3_600_000)
  expect(tab.count()).toBe(0)
  tab.close()
})

test('a sleep of more than five seconds is noticed within a second, once', () => {
  const tab = startTab()
  tab.sleep(5000)
  vi.advanceTimersByTime(1000)
  expect(tab.count()).toBe(0)
  tab.sleep(8 * 3_600_000)
  vi.advanceTimersByTime(1000)
  expect(tab.count()).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(tab.count()).toBe(1)
  tab.close()
})

test('a hidden tab whose clock runs slowly wakes when it is shown', () => {
  const tab = startTab()
  tab.show(false)
  for (let minute = 0; minute < 10; minute++) {
    tab.sleep(60_000)
    vi.advanceTimersByTime(1000)
  }
  expect(tab.count()).toBe(0)
  tab.show(true)
  expect(tab.count()).toBe(1)
  tab.close()
})

test('a clock that is set back is no sleep', () => {
  const tab = startTab()
  tab.sleep(-86_400_000)
  vi.advanceTimersByTime(2000)
  expect(tab.count()).toBe(0)
  tab.close()
})

const signals: Record<string, Signal> = {
  L: { kind: 'live' },
  x: { kind: 'lost' },
  m: { kind: 'message', event: 'changed', payload: null },
}

test('after a wake a live channel is lost and live again, a lost one stays lost', () =>
  expectTimeline(({ hot, expectObservable }) => {
    const heard$ = hot('L--m--------x--', signals).pipe(catchUpAfter(hot('------w-------w')))
    expectObservable(heard$).toBe('L--m--(xL)--x--', signals)
  }))
