import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startCluster } from '../../supabase/local/cluster/cluster-process.ts'
import { keysIn } from '../../supabase/local/gateway/keys.ts'
import { placePostgres } from '../../supabase/local/testing/test-database.ts'
import { admin } from '../faults/people.ts'
import type { Row } from './row.ts'
import { listen, type Listener, measureListeners, side, type Target } from './sockets.ts'
import { noticeFor } from './tabs.ts'

const server = process.env['TEST_DATABASE_URL']
const mostMs = 60_000

/** A thousand sockets on one server, and on two of which one is killed. Needs `node scripts/postgres.mjs --`. */
export async function measureCluster(): Promise<Row[]> {
  const rows: Row[] = []
  for (const count of [1, 2])
    for (const row of await measureServers(count)) rows.push({ ...row, measure: `${count}: ${row.measure}` })
  return rows
}

async function measureServers(count: number): Promise<Row[]> {
  if (!server)
    throw new Error('Several servers need a PostgreSQL: node scripts/postgres.mjs -- npm run bench -- cluster')
  const database = await placePostgres(server, 'demo')
  const folder = mkdtempSync(join(tmpdir(), 'signwright-bench-'))
  const cluster = await startCluster(database.url, folder, count)
  try {
    const target = { url: cluster.url, keys: await keysIn(folder), pids: cluster.pids }
    return await measureListeners(target, (listeners) => (count > 1 ? killOne(target, listeners) : Promise.resolve([])))
  } finally {
    await cluster.stop()
    await database.drop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Those on the killed server join again at the other; then each of all is written to. */
async function killOne(target: Target, listeners: Listener[]): Promise<Row[]> {
  const began = performance.now()
  process.kill(target.pids[0] ?? 0, 'SIGKILL')
  const cut = () => listeners.filter(({ socket }) => socket.readyState !== socket.OPEN)
  while (cut().length === 0 && performance.now() - began < mostMs) await pause(5)
  await pause(200)
  const lost = cut()
  await side(lost.length, async (nth) => {
    const old = lost[nth]
    if (!old) return
    for (;;) {
      const again = await listen(target, old.id).catch(() => null)
      if (again) return void listeners.splice(listeners.indexOf(old), 1, again)
      if (performance.now() - began > mostMs) return
      await pause(50)
    }
  })
  const joined = performance.now() - began
  for (const listener of listeners) listener.heardAt = null
  const service = admin(target)
  await side(listeners.length, async (nth) => {
    await service
      .from('notifications')
      .insert(noticeFor({ id: listeners[nth]?.id ?? '' }))
      .throwOnError()
  })
  const end = performance.now() + 10_000
  const deaf = () => listeners.filter(({ heardAt }) => heardAt === null).length
  while (deaf() > 0 && performance.now() < end) await pause(20)
  return [
    {
      measure: 'one of the two is killed (-9): its sockets are on the other',
      result: `${lost.length} again in ${(joined / 1000).toFixed(1)} s, while it was started again`,
      aim: '',
    },
    {
      measure: 'a write to each topic after that',
      result: `${(100 * (1 - deaf() / listeners.length)).toFixed(1)} % delivered`,
      aim: '100 %',
    },
  ]
}
