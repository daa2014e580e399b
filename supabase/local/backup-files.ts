import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PgliteEngine } from './engine/pglite-engine.ts'
import { writeDump } from './engine/snapshots.ts'

/** A new folder `<data dir>/backups/<time>` with the database, the stored files and the keys; answers its path. */
export async function writeBackup(engine: PgliteEngine, dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups', new Date().toISOString().replaceAll(':', '-'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeDump(engine, join(folder, 'database.tar.gz'))
  await cp(join(dataDir, 'storage'), join(folder, 'storage'), { recursive: true, force: false }).catch(ignoreMissing)
  await cp(join(dataDir, 'keys.json'), join(folder, 'keys.json'))
  return folder
}

/** Nothing was ever stored: then there is nothing to copy. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
