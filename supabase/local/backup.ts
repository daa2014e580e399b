import { join, resolve } from 'node:path'
import { writeBackup, writePostgresBackup } from './backup-files.ts'
import { holderOf, isAlive, takeLock } from './engine/lock.ts'
import { openPglite } from './engine/pglite-engine.ts'
import { keysIn } from './gateway/keys.ts'
import { readSettings } from './settings.ts'

/** `npm run backup`: a folder with everything, from a stopped server or through a running one. */
async function backup(): Promise<string> {
  const settings = readSettings(process.env)
  const dataDir = resolve(settings.SIGNWRIGHT_DATA_DIR)
  if (settings.DATABASE_URL) return writePostgresBackup(settings.DATABASE_URL, dataDir)
  const holder = await holderOf(dataDir)
  if (holder?.url && isAlive(holder)) return throughServer(holder.url, (await keysIn(dataDir)).secretKey)

  const lock = await takeLock(dataDir)
  try {
    const engine = await openPglite({ dataDir: join(dataDir, 'db') })
    const folder = await writeBackup(engine, dataDir)
    await engine.close()
    return folder
  } finally {
    await lock.release()
  }
}

async function throughServer(url: string, secretKey: string): Promise<string> {
  const response = await fetch(`${url}/local/backup`, { method: 'POST', headers: { apikey: secretKey } })
  const answer: unknown = await response.json()
  if (response.ok && typeof answer === 'object' && answer && 'file' in answer) return String(answer.file)
  throw new Error(`The running server at ${url} could not write a backup.`)
}

try {
  process.stdout.write(`Backup written to ${await backup()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
