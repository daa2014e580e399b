import { db } from './client'

/** A year in seconds, for files that never change under their path. */
export const year = 31_536_000

/**
 * Uploads a file under the caller's path. A repeated upload finds the first file and is no error. `keeps`: seconds a browser
 * may cache the file; without it the server decides.
 */
export async function uploadOnce(bucket: string, path: string, file: Blob, keeps?: number): Promise<void> {
  const storage = await db.storage()
  const { error } = await storage
    .from(bucket)
    .upload(path, file, { contentType: file.type, ...(keeps === undefined ? {} : { cacheControl: String(keeps) }) })
  if (error && !/exists|duplicate/i.test(error.message)) throw error
}

/** Removes the bytes of a file whose row is gone. Leftovers are swept later. */
export async function removeBytes(bucket: string, path: string): Promise<void> {
  const storage = await db.storage()
  await storage
    .from(bucket)
    .remove([path])
    .then(undefined, () => {})
}
