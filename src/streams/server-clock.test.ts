import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { askAgainAfter, measureOffset, serverSeconds } from './server-clock'

const day = 86_400_000
const started = Date.parse('2026-11-20T08:00:00.300Z')

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

/** A server whose clock is right, and a device whose clock is wrong by `wrongBy` ms. `slept` stops its steady clock. */
function startClock({ wrongBy = 0, answersAfter = 20, failsFirst = 0 } = {}) {
  let slept = 0
  let fails = failsFirst
  let setBy = 0
  const asked: number[] = []
  const serverTime = () => started + Date.now() + slept
  const heard: number[] = []
  const subscription = serverSeconds({
    steady: () => Date.now(),
    wall: () => serverTime() + wrongBy + setBy,
    ask: async () => {
      asked.push(Date.now())
      await new Promise((resolve) => setTimeout(resolve, answersAfter / 2))
      if (fails-- > 0) throw new TypeError('fetch failed')
      const answer = serverTime()
      await new Promise((resolve) => setTimeout(resolve, answersAfter / 2))
      return answer
    },
  }).subscribe((time) => heard.push(time))
  return {
    heard,
    asked,
    error: () => Math.abs(serverTime() - (heard.at(-1) ?? Number.NaN)),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
    sleep: (ms: number) => void (slept += ms),
    setClock: (ms: number) => void (setBy += ms),
    stop: () => subscription.unsubscribe(),
  }
}

describe('R13: the server’s time', () => {
  test.each([0, 600_000, -600_000, day, -day])(
    'spec 2 §9: is right within a second on a device that is %s ms wrong',
    async (wrongBy) => {
      const clock = startClock({ wrongBy })
      await clock.pass(100)
      for (let second = 0; second < 90; second++) {
        expect(clock.error()).toBeLessThan(1000)
        await clock.pass(977)
      }
      clock.stop()
    },
  )

  test('says nothing before it was asked, rather than something wrong', async () => {
    const clock = startClock({ wrongBy: day, answersAfter: 300 })
    await clock.pass(299)
    expect(clock.heard).toEqual([])
    await clock.pass(1)
    expect(clock.error()).toBeLessThan(1000)
    clock.stop()
  })

  test('ticks every second once, just after it began', async () => {
    const clock = startClock()
    await clock.pass(10_000)
    const seconds = clock.heard.map((time) => time - Math.floor(started / 1000) * 1000)
    expect(seconds).toEqual([0, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 10_000])
    clock.stop()
  })

  test.each([day, -day, 3_600_000])('stays right when the device’s clock is set by %s ms', async (ms) => {
    const clock = startClock()
    await clock.pass(5000)
    clock.setClock(ms)
    await clock.pass(2000)
    expect([clock.error() < 1000, clock.asked.length]).toEqual([true, 2])
    clock.stop()
  })

  test('is asked again after the device slept', async () => {
    const clock = startClock()
    await clock.pass(5000)
    clock.sleep(day)
    await clock.pass(1100)
    expect([clock.error() < 1000, clock.asked.length]).toEqual([true, 2])
    clock.stop()
  })

  test('is asked for once an hour, and not in between', async () => {
    const clock = startClock()
    await clock.pass(askAgainAfter - 1000)
    expect(clock.asked).toEqual([0])
    await clock.pass(2000)
    expect(clock.asked.length).toBe(2)
    clock.stop()
  })

  test('is taken from the device while the server cannot be asked, and set right when it can', async () => {
    const clock = startClock({ wrongBy: day, failsFirst: 2 })
    await clock.pass(100)
    expect(clock.error()).toBeGreaterThan(day - 1000)
    await clock.pass(4000)
    expect([clock.error() < 1000, clock.asked.map((at) => Math.round(at / 1000))]).toEqual([true, [0, 1, 3]])
    clock.stop()
  })

  test('does not tick when nobody listens', async () => {
    const clock = startClock()
    await clock.pass(1000)
    clock.stop()
    const times = clock.heard.length
    await clock.pass(60_000)
    expect(clock.heard.length).toBe(times)
  })
})

test('the difference is that of the quickest answer', async () => {
  const ways = [900, 300, 5000]
  const offset = await measureOffset({
    steady: () => Date.now(),
    ask: async () => {
      const way = ways.shift() ?? 0
      vi.setSystemTime(Date.now() + way)
      return started + Date.now()
    },
  })
  expect([offset, ways]).toEqual([started + 150, [5000]])
})
