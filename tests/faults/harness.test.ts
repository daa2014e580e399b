import { describe, expect, test } from 'vitest'
import { frameLine, type Frame, type FrameFault } from './frames.ts'
import { judge } from './judge.ts'
import { seeded } from './random.ts'
import { spreadOf } from './spread.ts'

const frames = (count: number): Frame[] =>
  Array.from({ length: count }, (_, nth) => ({ data: Buffer.from(String(nth)), binary: false }))

/** The frames that pass a line with this fault at once. */
function through(fault: FrameFault | null, count: number, seed = 1) {
  const out: string[] = []
  const line = frameLine(({ data }) => void out.push(data.toString()), seeded(seed))
  for (const frame of frames(count)) line.carry(frame, fault)
  line.stop()
  return { out, isBroken: line.isBroken() }
}
const whole = frames(20).map(({ data }) => data.toString())

describe('chance', () => {
  test('is the same for the same seed and another for another', () => {
    const draw = (seed: number) => {
      const random = seeded(seed)
      return [random.next(), random.between(1, 6), random.pick(['a', 'b', 'c']), random.shuffle([1, 2, 3, 4, 5])]
    }
    expect(draw(5)).toEqual(draw(5))
    expect(draw(5)).not.toEqual(draw(6))
  })

  test('shuffles without losing anything', () => {
    const shuffled = seeded(3).shuffle(whole)
    expect(shuffled).not.toEqual(whole)
    expect(shuffled.toSorted()).toEqual(whole.toSorted())
  })
})

describe('a line', () => {
  test('that is whole carries every frame in order', () => {
    expect(through(null, 20)).toEqual({ out: whole, isBroken: false })
  })

  test('that loses frames says so', () => {
    const { out, isBroken } = through({ kind: 'drop', share: 0.5 }, 20)
    expect(out.length).toBeGreaterThan(0)
    expect(out.length).toBeLessThan(20)
    expect(isBroken).toBe(true)
  })

  test('that doubles frames keeps their order', () => {
    expect(through({ kind: 'duplicate', times: 2 }, 2).out).toEqual(['0', '0', '0', '1', '1', '1'])
  })

  test('that reorders loses none of a full window', () => {
    const { out } = through({ kind: 'reorder', window: 20 }, 20)
    expect(out).not.toEqual(whole)
    expect(out.toSorted()).toEqual(whole.toSorted())
  })

  test('in a black hole carries nothing, not even after it', () => {
    const out: string[] = []
    const line = frameLine(({ data }) => void out.push(data.toString()), seeded(1))
    for (const frame of frames(2)) line.carry(frame, { kind: 'swallow' })
    for (const frame of frames(2)) line.carry(frame, null)
    expect(out).toEqual([])
  })
})

test('a spread names the middle, the tail and the worst', () => {
  const hundred = Array.from({ length: 100 }, (_, nth) => 100 - nth)
  expect(spreadOf(hundred)).toEqual({ count: 100, p50: 50, p95: 95, p99: 99, max: 100 })
  expect(spreadOf([])).toEqual({ count: 0, p50: 0, p95: 0, p99: 0, max: 0 })
})

test('the judge counts a badge that is not the count of the database', () => {
  const verdictWith = (badge: number) =>
    judge({
      plan: { seed: 1 },
      history: { count: () => 1 },
      written: [{ id: 'a', to: 'maria', outcome: 'ok' }],
      truth: [new Map([['a', { unread: true }]])],
      watched: [
        {
          person: { id: 'maria' },
          tab: { badge: () => badge, listed: () => [{ id: 'a' }] },
          seen: { rows: new Set(['a']), nudges: new Set(['a']), backAfter: [] },
          bare: new Set(['a']),
        },
      ],
      rightAfter: [],
    })
  expect(verdictWith(1)).toMatchObject({ holds: true, wrongBadges: 0 })
  expect(verdictWith(0)).toMatchObject({ holds: false, wrongBadges: 1 })
})
