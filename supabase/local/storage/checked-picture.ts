import { BadPicture, type PictureFacts, readPicture, signOf } from '../../../src/documents/pictures/read-picture.ts'
import type { ByteStore } from './byte-store.ts'
import { badPicture } from './storage-error.ts'

/** Files that only a program which was told so opens. */
export const plainBytes = 'application/octet-stream'

/** Other names of the same types. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
}
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/**
 * Reads uploaded pictures to their end. One after another: each holds its file in memory, and together they would take the
 * machine from everybody else.
 */
export function pictureChecks(store: Pick<ByteStore, 'open'>) {
  let before: Promise<unknown> = Promise.resolve()

  const read = async (version: string): Promise<PictureFacts | null> => {
    const file = await store.open(version)
    try {
      const start = new Uint8Array(12)
      const { bytesRead } = await file.read(start, 0, start.length, 0)
      if (signOf(start.subarray(0, bytesRead)) === null) return null
      const { size } = await file.stat()
      const bytes = new Uint8Array(size)
      for (let at = 0; at < size;) {
        const { bytesRead: count } = await file.read(bytes, at, size - at, at)
        if (count === 0) break
        at += count
      }
      return await readPicture(bytes)
    } finally {
      await file.close()
    }
  }

  /**
   * The type under which bytes are stored: a mislabelled picture gets its real one. A file that claims to be a picture
   * and is unreadable is refused, or stored as plain bytes when `takes` allows any file.
   * @throws StorageError with a sentence
   */
  return async (version: string, claimed: string, takes: (type: string) => boolean): Promise<string> => {
    const given = claimed.split(';')[0]?.trim().toLowerCase() ?? ''
    const isClaimed = pictureTypes.has(aliases[given] ?? given)
    const turn = before.then(() => read(version))
    before = turn.catch(() => {})
    try {
      const facts = await turn
      if (!isClaimed) return claimed
      if (facts === null)
        throw new BadPicture('This file is not a picture. Please choose a PNG, JPEG, WebP or GIF picture.')
      return facts.type === (aliases[given] ?? given) ? claimed : facts.type
    } catch (failure) {
      if (!(failure instanceof BadPicture)) throw failure
      if (failure.isTooLarge || (isClaimed && !takes(plainBytes))) throw badPicture(failure.message)
      return isClaimed ? plainBytes : claimed
    }
  }
}

export type CheckPicture = ReturnType<typeof pictureChecks>
