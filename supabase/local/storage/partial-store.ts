import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { DiskSpaceGuard } from '../disk-space-guard.ts'
import { BrokenBody } from './body-chunks.ts'
import { removeLeftover } from './leftovers.ts'
import { diskFull, tooLarge } from './storage-error.ts'

const partialSchema = z.object({
  id: z.uuid(),
  bucket: z.string(),
  key: z.string(),
  length: z.number(),
  /** What the client said of it, as it was sent. */
  metadata: z.string(),
  upsert: z.boolean(),
  /** Who may go on with it. */
  role: z.enum(['anon', 'authenticated', 'service_role']),
  userId: z.string().nullable(),
  /** Where a link was signed: whose file it becomes. */
  signedBy: z.object({ owner: z.string().nullable() }).nullable(),
  /** As many bytes are on the disk for certain. */
  offset: z.number(),
  isDone: z.boolean(),
  /** In ms. */
  expires: z.number(),
})
/** An upload in pieces, as far as it came. */
export type PartialUpload = z.infer<typeof partialSchema>

/** After so many bytes they are flushed, and their number is written down: a crash costs no more than these. */
const flushEvery = 8 * 1024 * 1024

/**
 * Unfinished uploads on disk: for each a file of bytes and one that describes it. They outlive the server. `now` in ms dates them.
 */
export class PartialStore {
  readonly #folder: string
  readonly #now: () => number
  readonly #room: DiskSpaceGuard | undefined
  readonly #isShared: boolean

  constructor(directory: string, now: () => number, room?: DiskSpaceGuard, isShared = false) {
    this.#folder = join(directory, 'resumable')
    this.#now = now
    this.#room = room
    this.#isShared = isShared
  }

  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    // `find` removes what is over; bytes that nothing describes are of a beginning that was cut off.
    const known = new Set((await this.all()).map(({ id }) => `${id}.json`))
    for (const name of await readdir(this.#folder)) {
      const facts = name.replace(/\.part$/, '.json')
      if (!known.has(facts) || name.endsWith('.new')) await removeLeftover(join(this.#folder, name), this.#isShared)
    }
  }

  pathOf(id: string): string {
    return join(this.#folder, `${id}.part`)
  }

  async create(partial: PartialUpload): Promise<void> {
    await writeFile(this.pathOf(partial.id), '', { mode: 0o600, flag: 'wx' })
    await this.write(partial)
  }

  async write(partial: PartialUpload): Promise<void> {
    const fresh = `${this.#factsOf(partial.id)}.new`
    await writeFile(fresh, JSON.stringify(partial), { mode: 0o600, flush: true })
    await rename(fresh, this.#factsOf(partial.id))
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
    await rm(this.#factsOf(id), { force: true })
  }

  /** Null for none, and for one whose day is over. */
  async find(id: string): Promise<PartialUpload | null> {
    if (!z.uuid().safeParse(id).success) return null
    const text = await readFile(this.#factsOf(id), 'utf8').catch(() => null)
    const partial = text === null ? null : partialSchema.parse(JSON.parse(text))
    if (!partial || partial.expires > this.#now()) return partial
    await this.remove(id)
    return null
  }

  async all(): Promise<PartialUpload[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.json'))
    const found = await Promise.all(names.map((name) => this.find(name.slice(0, -'.json'.length))))
    return found.filter((one) => one !== null)
  }

  /**
   * Adds bytes at the end, and returns the upload as far as it came: also when the sender is cut off, or `stopped` says that
   * somebody goes on elsewhere. Bytes beyond its length are refused.
   */
  async append(
    partial: PartialUpload,
    chunks: AsyncIterable<Uint8Array>,
    stopped: AbortSignal,
  ): Promise<PartialUpload> {
    const file = await open(this.pathOf(partial.id), 'r+', 0o600)
    let { offset } = partial
    let flushed = offset
    const flush = async () => {
      await file.sync()
      flushed = offset
      await this.write({ ...partial, offset })
    }
    try {
      // What came after the last flush before a crash is not certain to be whole.
      if ((await file.stat()).size > offset) await file.truncate(offset)
      for await (const chunk of until(stopped, chunks)) {
        if (offset + chunk.byteLength > partial.length) throw tooLarge()
        if (await this.#room?.isFullFor(chunk.byteLength)) throw diskFull()
        await file.write(chunk, 0, chunk.byteLength, offset)
        offset += chunk.byteLength
        if (offset - flushed >= flushEvery) await flush()
      }
    } catch (failure) {
      if (!(failure instanceof BrokenBody)) throw failure
    } finally {
      await flush().finally(() => file.close())
    }
    return { ...partial, offset }
  }

  #factsOf(id: string): string {
    return join(this.#folder, `${id}.json`)
  }
}

/** The chunks until there are no more or the signal says so, also while one is awaited that never comes. */
async function* until(stopped: AbortSignal, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]()
  const stop = new Promise<null>((resolve) => {
    stopped.addEventListener('abort', () => resolve(null), { once: true })
  })
  while (!stopped.aborted) {
    const next = await Promise.race([iterator.next(), stop])
    if (next === null || next.done) return
    yield next.value
  }
}
