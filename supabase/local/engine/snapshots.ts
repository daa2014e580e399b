import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PgliteEngine } from './pglite-engine.ts'

const everyMs = 15 * 60_000
const kept = 7

/** A server that stops waits for its copy: the lowest level takes half the time, and an eighth more room. */
const quickly = { level: 1 }

export type Snapshots = {
  /** Writes one when anything was written since the last; answers its file, or null. */
  take: () => Promise<string | null>
  stop: () => void
}

/** Copies of a PGlite database in a folder: every 15 minutes when something changed, the newest seven kept. */
export async function keepSnapshots(engine: PgliteEngine, folder: string): Promise<Snapshots> {
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

/** The whole database in one compressed file; it appears under its name only when it is complete. Statements wait for the copy, not for its compression. */
export async function writeDump(engine: PgliteEngine, file: string): Promise<void> {
  const unfinished = `${file}.unfinished`
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 })
  const dump = await engine.dump()
  try {
    await writeFile(unfinished, await promisify(gzip)(await dump.arrayBuffer(), quickly), { mode: 0o600 })
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** The position of the write-ahead log. It changes only with writes. */
async function writtenUpTo(engine: PgliteEngine): Promise<string> {
  const { rows } = await engine.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
  return rows[0]?.at ?? ''
}
