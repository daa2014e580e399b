import { cp, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { databaseFiles, ignoreMissing } from './backup-files.ts'
import { takeLock } from './engine/lock.ts'
import { readDump } from './engine/database-files.ts'
import { openPglite } from './engine/pglite-engine.ts'
import { restorePostgres } from './restore-postgres.ts'
import { readSettings } from './settings.ts'

/**
 * `npm run restore [folder or snapshot file]`: replaces the current data by a backup, or the database by a snapshot;
 * without an argument by the newest backup. The former data are kept beside it, also files newer than the backup.
 */
async function restore(asked: string | undefined): Promise<string> {
  const settings = readSettings(process.env)
  const dataDir = resolve(settings.SIGNWRIGHT_DATA_DIR)
  const source = asked ? resolve(asked) : await newestBackup(dataDir)
  const isFolder = (await stat(source).catch(() => null))?.isDirectory() ?? false
  const file = databaseFiles[settings.DATABASE_URL ? 'postgres' : 'pglite']
  const database = isFolder ? join(source, file) : source
  if (!(await stat(database).catch(() => null)))
    throw new Error(
      isFolder
        ? `The backup ${source} holds no ${file}: it was written by the other engine. Check DATABASE_URL.`
        : `There is no backup at ${source}.`,
    )

  const lock = await takeLock(dataDir)
  try {
    const before = `before-restore-${new Date().toISOString().replaceAll(':', '-')}`
    if (settings.DATABASE_URL) await restorePostgres(settings.DATABASE_URL, database)
    else await restorePglite(dataDir, database, before)
    if (isFolder) {
      await rename(join(dataDir, 'storage'), join(dataDir, `storage.${before}`)).catch(ignoreMissing)
      await cp(join(source, 'storage'), join(dataDir, 'storage'), { recursive: true }).catch(ignoreMissing)
      await cp(join(source, 'keys.json'), join(dataDir, 'keys.json')).catch(ignoreMissing)
    }
    return source
  } finally {
    await lock.release()
  }
}

async function restorePglite(dataDir: string, archive: string, before: string): Promise<void> {
  const incoming = join(dataDir, 'db.incoming')
  await rm(incoming, { recursive: true, force: true })
  await readDump(archive, incoming)
  const engine = await openPglite({ dataDir: incoming })
  await engine.query('select count(*) from auth.users')
  await engine.close()
  await rename(join(dataDir, 'db'), join(dataDir, `db.${before}`)).catch(ignoreMissing)
  await rename(incoming, join(dataDir, 'db'))
}

async function newestBackup(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'backups')
  const newest = (await readdir(folder).catch(() => [])).sort().at(-1)
  if (!newest) throw new Error(`There is no backup in ${folder}. Write one with: npm run backup`)
  return join(folder, newest)
}

try {
  process.stdout.write(`Restored from ${await restore(process.argv[2])}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
