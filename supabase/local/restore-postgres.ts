import { readFile } from 'node:fs/promises'
import { rolesFile } from './engine/boot.ts'
import { quoted } from './engine/quoted-name.ts'
import { openPostgres } from './engine/postgres-engine.ts'
import { databaseAt, databaseName, loadDatabase } from './engine/postgres-tools.ts'

/**
 * Restores a dump into a new database and replaces the one at `databaseUrl` by it, which is kept as
 * `<name>_before_restore_<time>`. The cluster may be new: the dump's roles are created first. Throws without a change
 * when the dump is unreadable or a client is still connected.
 */
export async function restorePostgres(databaseUrl: string, dump: string): Promise<void> {
  const name = databaseName(databaseUrl)
  const time = new Date().toISOString().replace(/[-:.]/g, '').toLowerCase()
  const incoming = `${name}_incoming_${time}`.slice(-63)
  const cluster = await openPostgres(databaseAt(databaseUrl, name === 'postgres' ? 'template1' : 'postgres'))
  try {
    await cluster.exec(await readFile(rolesFile, 'utf8'))
    // Not template1, because the connection may be to it.
    await cluster.exec(`create database ${quoted(incoming)} template template0`)
    try {
      await loadDatabase(databaseAt(databaseUrl, incoming), dump)
      const { rows } = await cluster.query('select from pg_database where datname = $1', [name])
      if (rows.length > 0)
        await cluster.exec(
          `alter database ${quoted(name)} rename to ${quoted(`${name}_before_restore_${time}`.slice(-63))}`,
        )
      await cluster.exec(`alter database ${quoted(incoming)} rename to ${quoted(name)}`)
    } catch (error) {
      await cluster.exec(`drop database if exists ${quoted(incoming)} with (force)`)
      throw isInUse(error) ? new Error(`The database ${name} is in use. Stop the server, then restore.`) : error
    }
  } finally {
    await cluster.close()
  }
}

const isInUse = (error: unknown): boolean => error instanceof Error && Reflect.get(error, 'code') === '55006'
