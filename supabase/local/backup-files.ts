import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PgliteEngine } from './engine/pglite-engine.ts'
import { dumpDatabase } from './engine/postgres-tools.ts'
import { writeDump } from './engine/database-files.ts'

/** The database of a backup, by the engine that it came from. */
export const databaseFiles = { pglite: 'database.tar.gz', postgres: 'database.dump' } as const

/** A new folder `<data dir>/backups/<time>` with the database, the stored files and the keys; answers its path. */
export const writeBackup = (engine: PgliteEngine, dataDir: string): Promise<string> =>
  backUp(dataDir, (folder) => writeDump(engine, join(folder, databaseFiles.pglite)))

/** The same of a PostgreSQL database. The server may run. */
export const writePostgresBackup = (databaseUrl: string, dataDir: string): Promise<string> =>
  backUp(dataDir, (folder) => dumpDatabase(databaseUrl, join(folder, databaseFiles.postgres)))

/**
 * The database is copied first: a file stored during the backup is superfluous, but no file that the database names is
 * missing.
 */
async function backUp(dataDir: string, writeDatabase: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(dataDir, 'backups', new Date().toISOString().replaceAll(':', '-'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeDatabase(folder)
  await cp(join(dataDir, 'storage'), join(folder, 'storage'), { recursive: true, force: false }).catch(ignoreMissing)
  await cp(join(dataDir, 'keys.json'), join(folder, 'keys.json')).catch(ignoreMissing)
  return folder
}

/** Nothing was ever stored: then there is nothing to copy. */
export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
