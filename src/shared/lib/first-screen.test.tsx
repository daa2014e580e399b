import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterFirstScreen, forgetFirstScreen, watchFirstScreen } from './first-screen'

beforeEach(() => {
  forgetFirstScreen()
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
})
afterEach(() => {
  forgetFirstScreen()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('code for later waits until the first screen has read what it shows', () => {
  const work = vi.fn()
  let reads = 1
  afterFirstScreen(work)
  watchFirstScreen(() => reads === 0)
  vi.advanceTimersByTime(3_000)
  expect(work).not.toHaveBeenCalled()
  reads = 0
  vi.advanceTimersByTime(1_000)
  expect(work).toHaveBeenCalledOnce()
})

test('a read that follows at once is waited for too', () => {
  const work = vi.fn()
  let isCalm = true
  afterFirstScreen(work)
  watchFirstScreen(() => isCalm)
  vi.advanceTimersByTime(150)
  isCalm = false
  vi.advanceTimersByTime(1_000)
  expect(work).not.toHaveBeenCalled()
})

test('somebody who acts does not wait for reads', () => {
  const work = vi.fn()
  afterFirstScreen(work)
  watchFirstScreen(() => false)
  window.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(600)
  expect(work).toHaveBeenCalledOnce()
})

test('reads that never end are waited for five seconds', () => {
  const work = vi.fn()
  afterFirstScreen(work)
  watchFirstScreen(() => false)
  vi.advanceTimersByTime(5_600)
  expect(work).toHaveBeenCalledOnce()
})

test('work that was taken back is not done', () => {
  const work = vi.fn()
  const takeBack = afterFirstScreen(work)
  watchFirstScreen(() => true)
  vi.advanceTimersByTime(400)
  takeBack()
  vi.advanceTimersByTime(5_000)
  expect(work).not.toHaveBeenCalled()
})
