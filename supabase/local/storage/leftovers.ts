import { rm, stat } from 'node:fs/promises'

/** A file that another server writes has changed within this time. */
const writingMs = 60 * 60 * 1000

/** Removes what an upload left that was cut off. Where servers share the folder it may still be under way. */
export async function removeLeftover(path: string, isShared: boolean): Promise<void> {
  if (isShared) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (mtimeMs > Date.now() - writingMs) return
  }
  await rm(path, { recursive: true, force: true })
}
