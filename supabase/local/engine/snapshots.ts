import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unfinished, writeDump } from './database-files.ts'
import type { PgliteEngine } from './pglite-engine.ts'

const everyMs = 15 * 60_000
const kept = 7

export type Snapshots = {
  /** Writes one when anything was written since the last; answers its file, or null. */
  take: () => Promise<string | null>
  stop: () => void
}

/** Copies of a PGlite database in a folder: every 15 minutes when something changed, the newest seven kept. */
export async function keepSnapshots(engine: PgliteEngine, folder: string): Promise<Snapshots> {
  // A server that was killed leaves the copy that it was writing.
  for (const name of await readdir(folder).catch(() => []))
    if (unfinished.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  let copiedUpTo = await writtenUpTo(engine)
  let running: Promise<string | null> = Promise.resolve(null)

  const copy = async () => {
    const upTo = await writtenUpTo(engine)
    if (upTo === copiedUpTo) return null
    const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.tar.gz`)
    await writeDump(engine, file)
    copiedUpTo = await writtenUpTo(engine)
    const names = (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort()
    await Promise.all(names.slice(0, -kept).map((name) => rm(join(folder, name))))
    return file
  }
  const take = () => (running = running.then(copy, copy))
  const timer = setInterval(() => void take().catch(() => {}), everyMs)
  timer.unref()
  return { take, stop: () => clearInterval(timer) }
}

/** The position of the write-ahead log. It changes only with writes. */
async function writtenUpTo(engine: PgliteEngine): Promise<string> {
  const { rows } = await engine.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
  return rows[0]?.at ?? ''
}
