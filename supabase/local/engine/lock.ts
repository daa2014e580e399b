import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { link, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const holderSchema = z.object({
  pid: z.number().int(),
  began: z.string().nullable(),
  url: z.string().nullable(),
  isStopping: z.boolean().optional(),
})
export type Holder = z.infer<typeof holderSchema>

export type Lock = {
  /** Tells who finds the lock where its holder serves. */
  servesAt: (url: string) => Promise<void>
  /** Tells who finds the lock that its holder is about to end. */
  stops: () => Promise<void>
  release: () => Promise<void>
}

export class Locked extends Error {
  readonly holder: Holder
  constructor(dataDir: string, holder: Holder) {
    const where = holder.url ? ` at ${holder.url}` : ''
    super(
      holder.isStopping
        ? `The data directory ${dataDir} is still being closed by process ${holder.pid}: it writes a copy of the database. Start again when that has ended.`
        : `The data directory ${dataDir} is already open in process ${holder.pid}${where}. Stop that one first.`,
    )
    this.holder = holder
  }
}

/**
 * Takes a data directory for this process; throws `Locked` when another one lives in it. PGlite itself would let two
 * processes write into one directory and lose the rows of both. The lock of a process that is gone is taken over.
 */
export async function takeLock(dataDir: string): Promise<Lock> {
  const file = join(dataDir, 'lock.json')
  await mkdir(dataDir, { recursive: true })
  const mine: Holder = { pid: process.pid, began: beganAt(process.pid), url: null }
  // The lock file is written completely before it gets its name, so nobody reads half a lock and takes it for a dead
  // process's.
  const draft = `${file}.${process.pid}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      if (await succeeds(link(draft, file), 'EEXIST')) return await unlessShared(dataDir, lockOf(file, mine))
      const found = await readFile(file, 'utf8').catch(() => null)
      if (found === null) continue
      const holder = holderIn(found)
      if (holder && isAlive(holder)) throw new Locked(dataDir, holder)
      if (await replaceStale(file, found, draft)) return await unlessShared(dataDir, lockOf(file, mine))
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new Error(`The lock file ${file} could not be taken.`)
}

/**
 * Takes a part in a data directory that several servers share, each with a file of its own; throws `Locked` when one has
 * it to itself. Who looks after writing its own file cannot miss another who does the same.
 */
export async function takeSharedLock(dataDir: string): Promise<Lock> {
  const folder = join(dataDir, 'servers')
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${process.pid}-${randomUUID()}.json`)
  const mine: Holder = { pid: process.pid, began: beganAt(process.pid), url: null }
  await writeFile(`${file}.new`, JSON.stringify(mine), { mode: 0o600 })
  await rename(`${file}.new`, file)
  const holder = await holderOf(dataDir)
  if (!holder || !isAlive(holder)) return lockOf(file, mine)
  await rm(file, { force: true })
  throw new Locked(dataDir, holder)
}

/** Of the servers that share a directory one that lives; files of the others are removed. */
async function sharedHolder(dataDir: string): Promise<Holder | null> {
  const folder = join(dataDir, 'servers')
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((each) => each.endsWith('.json'))) {
    const holder = holderIn(await readFile(join(folder, name), 'utf8').catch(() => ''))
    if (holder && isAlive(holder)) return holder
    await rm(join(folder, name), { force: true })
  }
  return null
}

async function unlessShared(dataDir: string, lock: Lock): Promise<Lock> {
  const holder = await sharedHolder(dataDir)
  if (!holder) return lock
  await lock.release()
  throw new Locked(dataDir, holder)
}

/**
 * Puts `draft` in the place of the lock of a dead process; false when another one came first. One at a time may do so:
 * who looks at a stale lock, and is slow, must not remove the lock of who was faster.
 */
async function replaceStale(file: string, stale: string, draft: string): Promise<boolean> {
  const turn = `${file}.takeover`
  if (!(await succeeds(mkdir(turn), 'EEXIST'))) {
    const { mtimeMs } = await stat(turn).catch(() => ({ mtimeMs: Infinity }))
    // A turn takes milliseconds. An old one belongs to a process that was killed during it.
    if (mtimeMs < Date.now() - 10_000) await rm(turn, { recursive: true, force: true })
    await new Promise((done) => setTimeout(done, 20))
    return false
  }
  try {
    if ((await readFile(file, 'utf8').catch(() => null)) !== stale) return false
    await rename(draft, file)
    return true
  } finally {
    await rm(turn, { recursive: true, force: true })
  }
}

/** The holder of the directory's lock, alive or dead; null without a lock. */
export async function holderOf(dataDir: string): Promise<Holder | null> {
  return holderIn(await readFile(join(dataDir, 'lock.json'), 'utf8').catch(() => ''))
}

function holderIn(text: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** True when it is the same process, and not a later one with the same number. */
export function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const began = beganAt(holder.pid)
  return began === null || holder.began === null || began === holder.began
}

function lockOf(file: string, mine: Holder): Lock {
  return {
    servesAt: (url) => writeFile(file, JSON.stringify({ ...mine, url })),
    stops: () => writeFile(file, JSON.stringify({ ...mine, isStopping: true })),
    release: () => rm(file, { force: true }),
  }
}

/** False when the step fails with this code; other failures are thrown. */
async function succeeds(step: Promise<unknown>, code: string): Promise<boolean> {
  try {
    await step
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return false
    throw error
  }
}

/** The start of a process as the system writes it; null when unknown. */
function beganAt(pid: number): string | null {
  try {
    const output = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    return output.toString().trim() || null
  } catch {
    return null
  }
}
