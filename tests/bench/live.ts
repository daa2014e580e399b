import { setTimeout as pause } from 'node:timers/promises'
import { startProxy } from '../faults/proxy.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { milliseconds, type Row } from './row.ts'
import { allLive, closeTabs, openTabs, writerOf } from './tabs.ts'

const writes = 200
const polledTabs = 50
const polledRounds = 2
const poll = 30_000

/** From the beginning of a write to the number on another person's bell: by push, and by the poll without sockets. */
export async function measureLive(product: Product): Promise<Row[]> {
  const pushed = spreadOf(await byPush(product))
  const polled = spreadOf(await byPoll(product))
  const ratio = polled.p50 / pushed.p50
  return [
    { measure: 'write → bell, push', result: milliseconds(pushed), aim: 'median ≤ 50 ms, p95 ≤ 150 ms' },
    { measure: 'write → bell, realtime off (poll of 30 s)', result: milliseconds(polled), aim: '' },
    { measure: 'poll ÷ push, medians', result: `${Math.round(ratio)} ×`, aim: '≥ 100 ×' },
  ]
}

async function byPush(product: Product): Promise<number[]> {
  const tabs = await openTabs(product, 1)
  const [bell] = tabs
  if (!bell) throw new Error('There is no bell.')
  await allLive(tabs)
  const write = writerOf(product)
  const took: number[] = []
  for (let count = 1; count <= writes; count += 1) {
    // Longer than the quarter of a second in which nudges are read together.
    await pause(300 + Math.random() * 100)
    const began = performance.now()
    const shown = bell.shows(count)
    await write(bell.person)
    took.push((await shown) - began)
  }
  await closeTabs(tabs)
  return took
}

async function byPoll(product: Product): Promise<number[]> {
  const proxy = await startProxy(product.url)
  proxy.blockSockets()
  const tabs = await openTabs(product, polledTabs, proxy.url)
  const write = writerOf(product)
  const took: number[] = []
  for (let round = 1; round <= polledRounds; round += 1) {
    const waits = tabs.map(async (bell) => {
      await pause(Math.random() * poll)
      const began = performance.now()
      const shown = bell.shows(round)
      await write(bell.person)
      took.push((await shown) - began)
    })
    await Promise.all(waits)
  }
  await closeTabs(tabs)
  await proxy.close()
  return took
}
