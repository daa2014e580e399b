import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Engine, Queryable } from '../contracts.ts'

type Migration = { version: string; name: string; sql: string }

const fileName = /^(\d+)_(.+)\.sql$/

/** The migrations of a folder in the order of their versions. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (file) => {
      const [, version, name] = fileName.exec(file) ?? []
      if (!version || !name) throw new Error(`Migration ${file} must be named <version>_<name>.sql`)
      return { version, name, sql: await readFile(join(folder, file), 'utf8') }
    }),
  )
}

/** The migrations were squashed into one file for release 1.0.0-rc.1. Earlier databases have others. */
const firstVersion = '20261124170712'

/** A database whose recorded migrations no longer match this product. */
export class OlderDatabase extends Error {}

/** Throws `OlderDatabase` for a database that was made before the migrations were squashed. Reads only. */
export async function refuseOlderDatabase(engine: Queryable): Promise<void> {
  const { rows: table } = await engine.query<{ known: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as known`,
  )
  if (!table[0]?.known) return
  const { rows } = await engine.query<{ version: string }>(
    `select min(version) as version from supabase_migrations.schema_migrations where version ~ '^20\\d{12}$' and version < $1`,
    [firstVersion],
  )
  if (rows[0]?.version)
    throw new OlderDatabase('was made by a version of Signwright from before release 1.0.0. It was left unchanged.')
}

/**
 * Applies new migrations, one transaction a file, and records them in `supabase_migrations.schema_migrations`. Throws
 * when an applied file has changed, or when one fails; earlier files stay applied.
 */
export async function migrate(engine: Engine, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await engine.query<{ version: string; statements: string[] | null }>(
    'select version, statements from supabase_migrations.schema_migrations',
  )
  const applied = new Map(rows.map((row) => [row.version, row.statements?.join('') ?? '']))

  for (const { version, name, sql } of migrations) {
    const known = applied.get(version)
    if (known === sql) continue
    if (known !== undefined)
      throw new Error(
        `Migration ${version}_${name} was changed after it was applied. Restore the file and put the change into a new migration.`,
      )
    await engine.transaction(async (tx) => {
      await tx.exec(sql).catch((cause: unknown) => {
        throw new Error(`Migration ${version}_${name} failed: ${describe(cause)}`, { cause })
      })
      await tx.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3])',
        [version, name, sql],
      )
    })
  }
}

/** Runs the seed's files once, all or none, and only in a database without users. */
export async function seedOnce(engine: Engine, files: string[]): Promise<void> {
  const { rows } = await engine.query<{ used: boolean }>(
    `select exists (select from auth.users) or exists (select from supabase_migrations.seed_files) as used`,
  )
  if (rows[0]?.used !== false) return
  await engine.transaction(async (tx) => {
    for (const file of files) {
      const sql = await readFile(file, 'utf8')
      await tx.exec(sql).catch((cause: unknown) => {
        throw new Error(`${basename(file)} failed: ${describe(cause)}`, { cause })
      })
      await tx.query('insert into supabase_migrations.seed_files (path, hash) values ($1, $2)', [
        basename(file),
        createHash('sha256').update(sql).digest('hex'),
      ])
    }
  })
}

function describe(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const extra = ['detail', 'hint', 'where'].map((key) => Reflect.get(cause, key)).filter(Boolean)
  return [cause.message, ...extra].join(' · ')
}
