import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchOver } from './statement-watch.ts'

const end = vi.fn<(reason: Error) => void>()
const watched = () => watchOver(end, () => 10_000, Infinity)

beforeEach(() => {
  end.mockClear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] })
})
afterEach(() => vi.useRealTimers())

test('a statement over its time is ended, and the minute in which the whole process stood still is not its time', async () => {
  watched()
  await vi.advanceTimersByTimeAsync(9000)
  const clock = performance.now()
  const later = vi.spyOn(performance, 'now').mockImplementation(() => clock + 60_000)
  await vi.advanceTimersByTimeAsync(900)
  expect(end).not.toHaveBeenCalled()
  later.mockRestore()
  await vi.advanceTimersByTimeAsync(200)
  expect(end).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      code: '57014',
      message: 'This took longer than 10 seconds and was stopped. Please ask for less at a time.',
    }),
  )
})

test('an answer that came together with the end of the time is read first: what was done is not refused', async () => {
  const watch = watched()
  await vi.advanceTimersByTimeAsync(9999)
  vi.advanceTimersToNextTimer()
  watch.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(end).not.toHaveBeenCalled()
})
