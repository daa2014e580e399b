import { cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ignoreMissing } from './backup-files.ts'
import { takeLock } from './engine/lock.ts'
import { openPglite } from './engine/pglite-engine.ts'
import { readSettings } from './settings.ts'

/**
 * `npm run restore [folder or snapshot file]`: puts a backup, or a snapshot's database, in place of what is there;
 * without an argument the newest backup. What was there is kept beside it.
 */
async function restore(asked: string | undefined): Promise<string> {
  const settings = readSettings(process.env)
  if (settings.DATABASE_URL) throw new Error('This database is PostgreSQL: restore it with pg_restore.')
  const dataDir = resolve(settings.SIGNWRIGHT_DATA_DIR)
  const source = asked ? resolve(asked) : await newestBackup(dataDir)
  const isFolder = (await stat(source).catch(() => null))?.isDirectory()
  const archive = isFolder ? join(source, 'database.tar.gz') : source
  const dump = await readFile(archive).catch(() => {
    throw new Error(`There is no backup at ${source}.`)
  })

  const lock = await takeLock(dataDir)
  try {
    const incoming = join(dataDir, 'db.incoming')
    await rm(incoming, { recursive: true, force: true })
    const engine = await openPglite({ dataDir: incoming, loadDataDir: new Blob([new Uint8Array(dump)]) })
    await engine.query('select count(*) from auth.users')
    await engine.close()

    const before = `before-restore-${new Date().toISOString().replaceAll(':', '-')}`
    await rename(join(dataDir, 'db'), join(dataDir, `db.${before}`)).catch(ignoreMissing)
    await rename(incoming, join(dataDir, 'db'))
    if (isFolder) {
      await cp(join(source, 'storage'), join(dataDir, 'storage'), { recursive: true }).catch(ignoreMissing)
      await cp(join(source, 'keys.json'), join(dataDir, 'keys.json'))
    }
    return source
  } finally {
    await lock.release()
  }
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
