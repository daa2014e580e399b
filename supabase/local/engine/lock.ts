import { execFileSync } from 'node:child_process'
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const holderSchema = z.object({ pid: z.number().int(), began: z.string().nullable(), url: z.string().nullable() })
export type Holder = z.infer<typeof holderSchema>

export type Lock = {
  /** Tells who finds the lock where its holder serves. */
  servesAt: (url: string) => Promise<void>
  release: () => Promise<void>
}

export class Locked extends Error {
  readonly holder: Holder
  constructor(dataDir: string, holder: Holder) {
    const where = holder.url ? ` at ${holder.url}` : ''
    super(`The data directory ${dataDir} is already open in process ${holder.pid}${where}. Stop that one first.`)
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
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (await createFile(file, JSON.stringify(mine))) return lockOf(file, mine)
    const holder = await holderOf(dataDir)
    if (holder && isAlive(holder)) throw new Locked(dataDir, holder)
    // Renamed, not deleted: of two who find the same stale lock, one gets it and the other looks again.
    const stale = `${file}.stale.${process.pid}.${attempt}`
    await rename(file, stale).catch(() => {})
    await rm(stale, { force: true })
  }
  throw new Error(`The lock file ${file} could not be taken.`)
}

/** Who holds the directory, dead or alive; null without a lock. */
export async function holderOf(dataDir: string): Promise<Holder | null> {
  const text = await readFile(join(dataDir, 'lock.json'), 'utf8').catch(() => '')
  try {
    return holderSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The same process, not another one that got its number later. */
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
    release: () => rm(file, { force: true }),
  }
}

async function createFile(file: string, content: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(content)
    await handle.close()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** When a process began, as the system writes it; null where it does not say. */
function beganAt(pid: number): string | null {
  try {
    const output = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
    return output.toString().trim() || null
  } catch {
    return null
  }
}
