import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLimiter, mostNewKeys } from './limiter.ts'

const windowMs = 300_000

test('lets a key through as often as its limit says until its window ends, whatever other keys do meanwhile', () => {
  const act = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    does: fc.constantFrom('hit', 'hit', 'hit', 'uncount'),
    later: fc.constantFrom(0, 1, 60_000, 200_000, 299_999, 300_000, 900_000),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      let time = 1000
      const limiter = createLimiter({ limit: 2, windowMs, now: () => time })
      const windows: Record<string, { used: number; endsAt: number }> = {}
      for (const { key, does, later } of acts) {
        time += later
        const known = windows[key]
        const runs = known && known.endsAt > time ? known : null
        if (does === 'uncount') {
          limiter.uncount(key)
          if (runs) runs.used = Math.max(0, runs.used - 1)
        } else {
          expect(limiter.hit(key)).toBe(runs && runs.used >= 2 ? Math.ceil((runs.endsAt - time) / 1000) : null)
          const window = runs ?? (windows[key] = { used: 0, endsAt: time + windowMs })
          window.used += 1
        }
      }
    }),
  )
})

test('D 7: however many keys a stranger thinks of, so many are kept at most, and none takes longer than the first', () => {
  let asked = 0
  let time = 1000
  const limiter = createLimiter({ limit: 30, windowMs, now: () => ((asked += 1), time) })
  for (let each = 0; each < 4 * mostNewKeys; each += 1) limiter.hit(`198.51.100.7 ${each}@example.com`)
  expect(limiter.kept()).toBeLessThanOrEqual(2 * mostNewKeys)
  // A look at each kept key for each new one would ask for the time as often: 20,000 took half a minute.
  expect(asked).toBeLessThanOrEqual(3 * 4 * mostNewKeys)

  // What is asked about only is not kept, and what ended is forgotten.
  time += 2 * windowMs
  for (const key of ['a', 'b']) limiter.hit(key)
  time += windowMs
  limiter.hit('c')
  for (let each = 0; each < 100; each += 1) limiter.waitFor(`asked ${each}`)
  expect(limiter.kept()).toBe(3)
})
