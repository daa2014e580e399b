import { db } from './client'

/** A year in seconds, for files that never change under their path. */
export const year = 31_536_000

/**
 * Uploads a file under the caller's path. A repeated upload finds the first file and is no error. `keeps`: seconds a browser
 * may cache the file; without it the server decides. A large file goes up in pieces, and goes on where its line was cut; `told`
 * hears the share of it that is there, 0 to 1.
 */
export async function uploadOnce(
  bucket: string,
  path: string,
  file: Blob,
  keeps?: number,
  told?: (share: number) => void,
): Promise<void> {
  const error = await (file.size > largeBytes
    ? db.uploadInPieces({ bucket, path, file, keeps }, told).then(() => null, errorOf)
    : uploadWhole(bucket, path, file, keeps))
  if (error && !/exists|duplicate/i.test(error.message)) throw error
}

/** Of more bytes a second start would cost somebody minutes. */
const largeBytes = 6 * 1024 * 1024

async function uploadWhole(bucket: string, path: string, file: Blob, keeps: number | undefined): Promise<Error | null> {
  const storage = await db.storage()
  const { error } = await storage
    .from(bucket)
    .upload(path, file, { contentType: file.type, ...(keeps === undefined ? {} : { cacheControl: String(keeps) }) })
  return error
}

const errorOf = (failure: unknown): Error => (failure instanceof Error ? failure : new Error(String(failure)))

/** Removes the bytes of a file whose row is gone. Leftovers are swept later. */
export async function removeBytes(bucket: string, path: string): Promise<void> {
  const storage = await db.storage()
  await storage
    .from(bucket)
    .remove([path])
    .then(undefined, () => {})
}

/** The bytes of a file in a private bucket. @throws when it cannot be read */
export async function readBytes(bucket: string, path: string): Promise<Blob> {
  const { data, error } = await (await db.storage()).from(bucket).download(path)
  if (error) throw new Error(error.message)
  return data
}
