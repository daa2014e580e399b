import { expect, test } from 'vitest'
import { reconnectPause } from './lazy-clients'

test('reconnecting waits anywhere within 1, 2, 5, then 10 seconds, and 30 after ten failures', () => {
  const longest = [1, 2, 3, 4, 5, 10, 11, 50].map((tries) => reconnectPause(tries, () => 1))
  expect(longest).toEqual([1000, 2000, 5000, 10_000, 10_000, 10_000, 30_000, 30_000])
  expect(reconnectPause(4, () => 0.25)).toBe(2500)
})
