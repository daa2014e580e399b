import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Enough to notice a disk on which nothing has room any more. */
const probeBytes = 64 * 1024

/** Makes a data directory, for this user only, and proves that files can be written there. Throws the system's error. */
export async function openDataDirectory(path: string): Promise<void> {
  await makeDirectory(path)
  const probe = join(path, `probe-${process.pid}`)
  try {
    await writeFile(probe, Buffer.alloc(probeBytes), { mode: 0o600, flush: true })
  } finally {
    await rm(probe, { force: true })
  }
}

/** Step by step: below a pseudo file system such as /proc, `mkdir` with `recursive` never returns. */
async function makeDirectory(path: string): Promise<void> {
  if (await isDirectory(path)) return
  const parent = dirname(path)
  if (parent !== path) await makeDirectory(parent)
  await mkdir(path, { mode: 0o700 }).catch(async (error: unknown) => {
    if (!(await isDirectory(path))) throw error
  })
}

const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
