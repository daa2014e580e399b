import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskSpaceGuard } from '../disk-space-guard.ts'
import { removeLeftover } from './leftovers.ts'
import { diskFull, tooLarge } from './storage-error.ts'

/** The number of written bytes of an upload between two checks of the free space, because uploads run in parallel. */
const lookEvery = 1024 * 1024

export type StoredBytes = { version: string; size: number; etag: string }

/**
 * Object bytes on disk, one file per version. A file is named by the random version of its row, never by typed text, so
 * no name can reach another file. `incoming/` holds unfinished uploads and is emptied at start, where `isShared` of what no
 * server can still be writing.
 */
export function createByteStore(directory: string, room?: DiskSpaceGuard, isShared = false) {
  const incoming = join(directory, 'incoming')
  const pathOf = (version: string) => join(directory, 'objects', version.slice(0, 2), version)

  const place = async (temporary: string, version: string) => {
    await mkdir(join(directory, 'objects', version.slice(0, 2)), { recursive: true })
    await rename(temporary, pathOf(version))
  }

  const intoIncoming = async <T>(write: (temporary: string, version: string) => Promise<T>): Promise<T> => {
    const version = randomUUID()
    const temporary = join(incoming, version)
    try {
      return await write(temporary, version)
    } catch (failure) {
      await rm(temporary, { force: true })
      throw failure
    }
  }

  return {
    prepare: async () => {
      await mkdir(incoming, { recursive: true })
      for (const name of await readdir(incoming)) await removeLeftover(join(incoming, name), isShared)
    },

    /** Writes a stream to disk and flushes it. Past `limit` bytes, when the disk is full or the stream breaks, nothing stays. */
    receive: (chunks: AsyncIterable<Uint8Array>, limit: number): Promise<StoredBytes> =>
      intoIncoming(async (temporary, version) => {
        const hash = createHash('md5')
        let size = 0
        let lookAt = 0
        const file = await open(temporary, 'wx', 0o600)
        try {
          for await (const chunk of chunks) {
            size += chunk.byteLength
            if (size > limit) throw tooLarge()
            if (size > lookAt && (await room?.isFullFor(chunk.byteLength))) throw diskFull()
            lookAt = Math.max(lookAt, size - (size % lookEvery) + lookEvery)
            hash.update(chunk)
            await file.writeFile(chunk)
          }
          await file.sync()
        } finally {
          await file.close()
        }
        await place(temporary, version)
        return { version, size, etag: `"${hash.digest('hex')}"` }
      }),

    /** Takes a whole file over from elsewhere on the same disk. */
    adopt: (source: string): Promise<StoredBytes> => adopted(source, place),

    /** A second file with the same bytes. */
    copy: (source: string): Promise<string> =>
      intoIncoming(async (temporary, version) => {
        await copyFile(pathOf(source), temporary, constants.COPYFILE_EXCL)
        await place(temporary, version)
        return version
      }),

    open: (version: string): Promise<FileHandle> => open(pathOf(version), 'r'),

    remove: (version: string): Promise<void> => rm(pathOf(version), { force: true }),
  }
}

async function adopted(source: string, place: (path: string, version: string) => Promise<void>): Promise<StoredBytes> {
  const version = randomUUID()
  const hash = createHash('md5')
  let size = 0
  for await (const chunk of createReadStream(source)) {
    hash.update(chunk)
    size += chunk.length
  }
  await place(source, version)
  return { version, size, etag: `"${hash.digest('hex')}"` }
}

export type ByteStore = ReturnType<typeof createByteStore>

/** Bytes `first` to `last`, both included, as a stream that closes the file at its end or when nobody reads on. */
export function streamFile(file: FileHandle, first: number, last: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = first
  return new ReadableStream({
    pull: async (controller) => {
      const wanted = Math.min(64 * 1024, last - position + 1)
      const { bytesRead, buffer } = await file.read(new Uint8Array(wanted), 0, wanted, position)
      position += bytesRead
      if (bytesRead > 0) controller.enqueue(buffer.subarray(0, bytesRead))
      if (position <= last && bytesRead > 0) return
      await file.close()
      if (position <= last) controller.error(new Error('The stored file is shorter than its row says'))
      else controller.close()
    },
    cancel: () => file.close(),
  })
}
