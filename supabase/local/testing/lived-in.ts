import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Engine, Queryable } from '../contracts.ts'
import { migrationsFolder, prepareSystem } from '../engine/boot.ts'
import { migrate, readMigrations } from '../engine/migrations.ts'
import type { Totals } from './totals.ts'

/** The release that the file was written with. */
export const release = '1.0.0-rc.1'

export const livedInFile = fileURLToPath(new URL(`../../tests/lived-in/${release}.ndjson.br`, import.meta.url))

/** All rows of a company that has worked with a release. `scripts/lived-in.ts` writes it. */
export type LivedIn = {
  release: string
  /** The migrations that this database had, in their order. */
  migrations: readonly string[]
  sequences: readonly { name: string; last: string }[]
  /** The totals of the database when the file was written. */
  totals: Totals
  /** Each row is a JSON object as PostgreSQL prints it: JavaScript never reads its numbers. */
  tables: readonly { name: string; columns: readonly string[]; rows: readonly string[] }[]
}

/** One line a row, the head first; then compressed. */
export function packed({ tables, ...head }: LivedIn): Buffer {
  const lines = [JSON.stringify(head)]
  for (const { name, columns, rows } of tables) {
    lines.push(JSON.stringify({ name, columns, count: rows.length }))
    lines.push(...rows)
  }
  const text = Buffer.from(lines.join('\n'))
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  }
  return brotliCompressSync(text, { params: { ...params, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
}

export async function readLivedInFile(file = livedInFile): Promise<LivedIn> {
  const lines = brotliDecompressSync(await readFile(file))
    .toString('utf8')
    .split('\n')
  const head = JSON.parse(lines[0] ?? '') as Omit<LivedIn, 'tables'>
  const tables: { name: string; columns: string[]; rows: string[] }[] = []
  for (let at = 1; at < lines.length;) {
    const { count, ...table } = JSON.parse(lines[at] ?? '') as { name: string; columns: string[]; count: number }
    tables.push({ ...table, rows: lines.slice(at + 1, at + 1 + count) })
    at += 1 + count
  }
  return { ...head, tables }
}

/**
 * Builds the file's database in an open, empty one: today's system schemas, the release's migrations, its rows.
 * Triggers are off meanwhile, so no row is stamped, counted or announced again.
 */
export async function restoreLivedIn(engine: Engine, lived: LivedIn): Promise<void> {
  await prepareSystem(engine)
  const all = await readMigrations(migrationsFolder)
  await migrate(
    engine,
    lived.migrations.map((file) => {
      const found = all.find(({ version, name }) => `${version}_${name}` === file)
      if (!found) throw new Error(`Release ${lived.release} had the migration ${file}: restore it`)
      return found
    }),
  )
  await engine.transaction(async (tx) => {
    await tx.exec('set local session_replication_role = replica')
    // The system has tables of later releases too, which are empty and name rows of these.
    await tx.exec(`truncate ${lived.tables.map(({ name }) => name).join(', ')} cascade`)
    for (const table of lived.tables) await fill(tx, table)
    for (const { name, last } of lived.sequences) await tx.query('select setval($1::regclass, $2)', [name, last])
  })
  await engine.exec('analyze')
}

/** Rows that one statement takes. */
const portion = 1000

async function fill(tx: Queryable, { name, columns, rows }: LivedIn['tables'][number]): Promise<void> {
  const listed = columns.map((column) => `"${column}"`).join(', ')
  for (let at = 0; at < rows.length; at += portion)
    await tx.query(
      `insert into ${name} (${listed}) overriding system value
       select ${listed} from jsonb_populate_recordset(null::${name}, $1::text::jsonb)`,
      [`[${rows.slice(at, at + portion).join(',')}]`],
    )
}
