import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Engine } from '../contracts.ts'
import { migrate, readMigrations, refuseOlderDatabase, seedOnce } from './migrations.ts'

/** `year`: the demo company with the twelve months before, for people. `demo`: a small one, for tests. */
export type Seed = 'year' | 'demo' | 'empty'

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
export const migrationsFolder = folder('../../migrations/')
/** The demo company and its people, then its trade: one transaction, in this order. */
export const seedFiles = [
  folder('../../seed.sql'),
  folder('../../seed-trade.sql'),
  folder('../../seed-bank.sql'),
  folder('../../seed-workshop.sql'),
  folder('../../seed-catalogue.sql'),
  folder('../../seed-stock.sql'),
  folder('../../seed-suppliers.sql'),
  folder('../../seed-receipts.sql'),
  folder('../../seed-debits.sql'),
  folder('../../seed-mail.sql'),
  folder('../../seed-site.sql'),
  folder('../../seed-site-pages.sql'),
  folder('../../seed-shifts.sql'),
  folder('../../seed-vans.sql'),
  folder('../../seed-calendar.sql'),
  folder('../../seed-hours.sql'),
  folder('../../seed-network.sql'),
]

const yearFiles = [
  ...seedFiles.slice(0, 1),
  folder('../../seed-year.sql'),
  ...seedFiles.slice(1, -1),
  folder('../../seed-year-end.sql'),
  // Last: what was issued before went out by mail.
  ...seedFiles.slice(-1),
]

export const filesOf = (seed: Seed): string[] => ({ year: yearFiles, demo: seedFiles, empty: [] })[seed]

export const rolesFile = folder('roles.sql')

/** System SQL in the order in which it runs; `null` is the place of the auth tables. */
export const systemFiles = [
  rolesFile,
  folder('prelude.sql'),
  null,
  folder('post-system.sql'),
  folder('../realtime/schema.sql'),
  folder('../realtime/changes/changes.sql'),
  folder('../storage/schema.sql'),
] as const

/** The system SQL in its order, each with the name of its file. */
export const systemSql = (): Promise<{ file: string; sql: string }[]> =>
  Promise.all(
    systemFiles.map(async (file) => ({
      file: file ?? 'auth',
      sql: file === null ? await authTables() : await readFile(file, 'utf8').catch(() => ''),
    })),
  )

/** Makes an open database a Supabase database, still without this product. May run again on every start. */
export async function prepareSystem(engine: Engine): Promise<void> {
  for (const { file, sql } of await systemSql()) {
    await engine
      .transaction((tx) => tx.exec(sql))
      .catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw new Error(`System schema ${file} failed: ${reason}`, { cause })
      })
  }
}

/**
 * Makes an open database a Supabase database with this product in it: system schemas, then each migration that is
 * new, then the seed into an empty one. May run again on every start. Throws `OlderDatabase`, before it changes
 * anything, where the database was made by migrations that are no more. `prepare` stands for `prepareSystem`.
 */
export async function bootDatabase(
  engine: Engine,
  options: { seed: Seed; prepare?: ((engine: Engine) => Promise<void>) | undefined },
): Promise<void> {
  await refuseOlderDatabase(engine)
  await (options.prepare ?? prepareSystem)(engine)
  await migrate(engine, await readMigrations(migrationsFolder))
  if (options.seed !== 'empty') await seedOnce(engine, filesOf(options.seed))
}

/** The auth tables as the auth library wants them. Loaded late: a test with a cached database does not need it. */
async function authTables(): Promise<string> {
  const { getAuthSchemaSql } = await import('@supabase/lite')
  return getAuthSchemaSql()
}
