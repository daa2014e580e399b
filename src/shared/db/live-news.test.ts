import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveNews } from './live-news'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether a read requested now may be sent. */
function ask(news: ReturnType<typeof createLiveNews>) {
  const read = { leaves: false }
  void news.joined().then(() => (read.leaves = true))
  return read
}
const breath = () => vi.advanceTimersByTimeAsync(0)

test('a read leaves at once when no topic is being joined', async () => {
  const read = ask(createLiveNews())
  await breath()
  expect(read.leaves).toBe(true)
})

test('a read waits for every topic that was asked for in the same breath, also after it', async () => {
  const news = createLiveNews()
  const tasks = news.joining()
  const read = ask(news)
  const contacts = news.joining()
  tasks()
  await breath()
  expect(read.leaves).toBe(false)
  contacts()
  await breath()
  expect(read.leaves).toBe(true)
})

test('a read waits 300 ms at most, and the next ones not at all until a topic is live', async () => {
  const news = createLiveNews()
  news.joining()
  const first = ask(news)
  await vi.advanceTimersByTimeAsync(299)
  expect(first.leaves).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(first.leaves).toBe(true)

  news.joining()
  const second = ask(news)
  await breath()
  expect(second.leaves).toBe(true)

  news.heard()
  news.joining()
  const third = ask(news)
  await breath()
  expect(third.leaves).toBe(false)
})
