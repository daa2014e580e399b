import { join, resolve } from 'node:path'
import type { Engine } from './contracts.ts'
import { takeLock } from './engine/lock.ts'
import { openEngine } from './engine/open-engine.ts'
import { readSettings } from './settings.ts'

/** `npm run second-factor:remove -- anna@example.com`: the way back in of an admin who lost the device. */
async function remove(email: string): Promise<string> {
  const settings = readSettings(process.env)
  const dataDir = resolve(settings.SIGNWRIGHT_DATA_DIR)
  const from = async (engine: Engine): Promise<string> => {
    const { rows } = await engine
      .query<{ done: string }>('select private.remove_second_factor_of($1) as done', [email])
      .finally(() => engine.close())
    return rows[0]?.done ?? ''
  }
  if (settings.DATABASE_URL) return from(await openEngine({ databaseUrl: settings.DATABASE_URL }))
  const lock = await takeLock(dataDir)
  try {
    return await from(await openEngine({ dataDir: join(dataDir, 'db') }))
  } finally {
    await lock.release()
  }
}

try {
  const email = process.argv[2]
  if (!email) throw new Error('Whose? npm run second-factor:remove -- anna@example.com')
  process.stdout.write(`${await remove(email)}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
