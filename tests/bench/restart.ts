import { setTimeout as pause } from 'node:timers/promises'
import { admin } from '../faults/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { milliseconds, type Row } from './row.ts'
import { allLive, closeTabs, noticeFor, openTabs } from './tabs.ts'

const clients = 50
const rounds = 3

/** The server is killed and started again, and every client has a new notice as soon as it listens. */
export async function measureRestart(product: Product): Promise<Row[]> {
  const tabs = await openTabs(product, clients)
  const each: number[] = []
  const slowest: number[] = []
  const starts: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    await allLive(tabs)
    await product.end('SIGKILL')
    await pause(2000)
    const launched = performance.now()
    await product.restart()
    const listening = performance.now()
    starts.push(listening - launched)
    const right = Promise.all(tabs.map(async ({ shows }) => (await shows(round)) - listening))
    await admin(product)
      .from('notifications')
      .insert(tabs.map(({ person }) => noticeFor(person)))
      .throwOnError()
    const took = await right
    each.push(...took)
    slowest.push(Math.max(...took))
  }
  await closeTabs(tabs)
  return [
    { measure: 'kill -9, start → listening', result: milliseconds(spreadOf(starts)), aim: '≤ 8 s' },
    { measure: `listening → a bell is right, ${clients} clients`, result: milliseconds(spreadOf(each)), aim: '' },
    {
      measure: `listening → every bell is right, ${rounds} restarts`,
      result: milliseconds(spreadOf(slowest)),
      aim: '≤ 12 s live + 2 s',
    },
  ]
}
