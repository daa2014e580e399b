// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSpokenRise } from './use-spoken-rise'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function bell(count: number) {
  const said: string[] = []
  const { result, rerender } = renderHook((now: number) => useSpokenRise(now, (text) => said.push(text)), {
    initialProps: count,
  })
  return { said, counts: rerender, notice: () => result.current() }
}

const soon = () => vi.advanceTimersByTime(2000)

test('what came while nobody could say it is said as a count, once', () => {
  const { said, counts } = bell(2)
  counts(5)
  counts(120)
  soon()
  soon()
  expect(said).toEqual(['99+ unread notifications'])
})

test('a notice that was said is not counted aloud as well, whichever is known first', () => {
  const { said, counts, notice } = bell(2)
  notice()
  counts(3)
  soon()
  vi.advanceTimersByTime(60_000)
  counts(4)
  vi.advanceTimersByTime(300)
  notice()
  soon()
  expect(said).toEqual([])
})

test('what was read is not said', () => {
  const { said, counts } = bell(2)
  counts(1)
  counts(0)
  soon()
  expect(said).toEqual([])
})
