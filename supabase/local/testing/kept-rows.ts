import type { Queryable } from '../contracts.ts'

/** The rows of a table by their primary key, each with its amounts: every column that holds a number with decimals. */
export type KeptRows = { table: string; key: string[]; columns: string[]; rows: Map<string, string> }[]

/** Every row of people's tables. With `like`, the same columns of the same tables, if they still exist. */
export async function readKeptRows(tx: Queryable, like?: KeptRows): Promise<KeptRows> {
  const { rows: tables } = await tx.query<{ table: string; key: string[]; columns: string[]; all: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as table,
            array(select a.attname::text from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attnum = any (x.indkey)
                   where x.indrelid = c.oid and x.indisprimary order by a.attnum) as key,
            array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
                     and a.atttypid = 'numeric'::regtype order by a.attname) as columns,
            array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as all
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage') order by 1`,
  )
  const kept: KeptRows = []
  for (const { table, all, ...own } of tables) {
    const wanted = like?.find((one) => one.table === table) ?? (like ? { key: [], columns: [] } : own)
    const key = wanted.key.filter((column) => all.includes(column))
    const columns = wanted.columns.filter((column) => all.includes(column))
    if (key.length === 0) continue
    const { rows } = await tx.query<{ key: string; amounts: string }>(
      `select ${joined(key, wanted.columns)} as key, ${columns.length > 0 ? joined(columns, columns) : `''`} as amounts from ${table}`,
    )
    kept.push({ table, key, columns, rows: new Map(rows.map((row) => [row.key, row.amounts])) })
  }
  return kept
}

/** Compares numbers by value: trailing zeros do not count. */
const joined = (columns: string[], numbers: readonly string[]) =>
  `array_to_string(array[${columns
    .map((column) => (numbers.includes(column) ? `trim_scale("${column}")::text` : `"${column}"::text`))
    .join(', ')}], ' · ', 'null')`
