import type { Caller, Engine } from '../../contracts.ts'
import type { Event } from './bindings.ts'
import { quoted } from '../../engine/quoted-name.ts'
import { type Condition, conditionSql } from './conditions.ts'
import { nameOf, type Published, typeOf } from './published.ts'

/** A row as PostgreSQL writes it in JSON; numbers keep all their digits. */
export type ChangedRow = Readonly<Record<string, unknown>>

export type Change = {
  position: string
  xid: string
  relation: string
  kind: Event
  new: ChangedRow | null
  old: ChangedRow | null
  isTooLarge: boolean
  committedAt: string
}

type Row = {
  position: string | null
  xid: string
  relation: string
  kind: Event
  new: string | null
  old: string | null
  is_too_large: boolean
  is_over: boolean
  committed_at: string
}

type Bounds = { most: number; mostBytes: number }

/**
 * In the order of the commits, in which `xids` are, and within each in the order of writing. A transaction whose changes are
 * not there any more has a row without a position.
 */
const readSql = `
  select position::text, xid::text, relation::text, kind, is_too_large,
    case when bytes <= $3::text::bigint then new::text end as new,
    case when bytes <= $3::text::bigint then old::text end as old,
    bytes > $3::text::bigint as is_over,
    to_char(committed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as committed_at
  from (
    select c.*, told.place, max(c.written_at) over (partition by c.xid) as committed_at,
      sum(coalesce(pg_column_size(c.new), 0) + coalesce(pg_column_size(c.old), 0))
        over (order by told.place, c.position) as bytes
    from unnest(string_to_array($1::text, ',')::xid8[]) with ordinality as told (xid, place)
    left join realtime.changes c on c.xid = told.xid
    where c.xid is null or c.relation = any (string_to_array($2::text, ',')::oid[])
  ) as c
  order by c.place, c.position limit $4::text::int`

/** Which of the keys, `[[key, …], …]`, are those of rows that are shown. A key of one column is looked for in one index scan. */
function shownSql(table: string, keys: Published['columns']): string {
  const [key] = keys
  return keys.length === 1 && key
    ? `select jsonb_agg(jsonb_build_array(t.${quoted(key.name)}))::text from ${table} as t
        where t.${quoted(key.name)} = any (array(
          select (jsonb_array_elements($1::text::jsonb) ->> 0)::${key.sqlType}))`
    : `select jsonb_agg(w.key)::text from jsonb_array_elements($1::text::jsonb) as w (key)
        where exists (select from ${table} as t
          where ${keys.map(({ name, sqlType }, at) => `t.${quoted(name)} = (w.key ->> ${at})::${sqlType}`).join(' and ')})`
}

/** The statements over the log of changes. */
export const changeLog = (engine: Engine) => ({
  /**
   * Why they cannot be told when they are more than `most` changes or `mostBytes`, or when some were deleted before: by the
   * server itself, or by another that has read them.
   */
  async read(xids: readonly string[], relations: readonly string[], { most, mostBytes }: Bounds) {
    const parameters = [xids.join(','), relations.join(','), String(mostBytes), String(most + 1)]
    const { rows } = await engine.query<Row>(readSql, parameters)
    if (rows.some(({ position }) => position === null)) return 'Changes were missed'
    if (rows.length > most || rows.at(-1)?.is_over) return 'Too many changes at once'
    return rows.map(({ position, xid, relation, kind, is_too_large, committed_at, ...row }): Change => ({
      ...{ position: position ?? '', xid, relation, kind, isTooLarge: is_too_large, committedAt: committed_at },
      new: row.new === null ? null : exactJson(row.new),
      old: row.old === null ? null : exactJson(row.old),
    }))
  },

  /** For each change of one table, which of the filters it passes. */
  async passed(published: Published, changes: readonly Change[], filters: readonly (readonly Condition[])[]) {
    const rows = changes.map((change) => ({ position: change.position, values: change.new ?? change.old }))
    const parameters = [JSON.stringify(rows)]
    const all = (conditions: readonly Condition[]) =>
      conditions.map((one) => conditionSql(one, typeOf(published, one.column), parameters)).join(' and ') || 'true'
    const inPublication = published.rowFilter === null ? '' : ` and (${published.rowFilter})`
    const tested = filters.map((conditions) => `(coalesce(${all(conditions)}${inPublication}, false))::int`)
    const tests = await engine.query<{ position: string; passed: string }>(
      `select w.position, array_to_string(f.passed, '') as passed
        from jsonb_to_recordset($1::text::jsonb) as w (position text, values jsonb) cross join lateral (
          select array[${tested.join(', ')}] as passed
          from jsonb_populate_record(null::${nameOf(published)}, w.values) as r) f`,
      parameters,
    )
    return new Map(tests.rows.map(({ position, passed }) => [position, [...passed].map((sign) => sign === '1')]))
  },

  /** The positions of those changes whose rows a `select` of the caller shows now. */
  async visible(caller: Caller, published: Published, changes: readonly Change[]): Promise<Set<string>> {
    const keys = published.columns.filter((column) => column.isKey)
    const keyOf = (change: Change) => JSON.stringify(keys.map(({ name }) => change.new?.[name]))
    const wanted = [...new Set(changes.map(keyOf))]
    const parameters = [`[${wanted.join(',')}]`]
    const ask = async (sql: string) => {
      const [row] = await engine.asCallerOnce(caller, { sql, parameters })
      return new Set((exactJson(row?.[0] ?? '[]') as unknown as unknown[]).map((shown) => JSON.stringify(shown)))
    }
    const shown = await ask(shownSql(nameOf(published), keys))
    return new Set(changes.filter((change) => shown.has(keyOf(change))).map(({ position }) => position))
  },

  /** See `realtime.listen`: answers with the tables that nobody was counted for until now. */
  async listen(listener: string, relations: readonly string[]): Promise<string[]> {
    const { rows } = await engine.query<{ relation: string }>(
      `select listen::text as relation from realtime.listen($1::text::uuid, string_to_array($2::text, ',')::oid[])`,
      [listener, relations.join(',')],
    )
    return rows.map((row) => row.relation)
  },

  /** Whether a transaction had been committed by now. */
  async committed(): Promise<(xid: string) => boolean> {
    const { rows } = await engine.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
    const [oldest = '0', next = '0', running = ''] = rows[0]?.snapshot.split(':') ?? []
    const [first, end, open] = [BigInt(oldest), BigInt(next), new Set(running.split(','))]
    return (xid) => BigInt(xid) < first || (BigInt(xid) < end && !open.has(xid))
  },

  /** True when the log is empty. */
  async forget(olderThanMs: number): Promise<boolean> {
    const { rows } = await engine.query<{ isEmpty: boolean }>(
      `select realtime.forget_changes(make_interval(secs => $1::text::float8 / 1000)) as "isEmpty"`,
      [String(olderThanMs)],
    )
    return rows[0]?.isEmpty ?? true
  },
})

export type ChangeLog = ReturnType<typeof changeLog>

type WithSource = { source: string }
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown }

/** JSON whose numbers are written again as they came: a `bigint` or `numeric` has more digits than a number here. */
function exactJson(text: string): ChangedRow {
  const keep = (_key: string, value: unknown, context?: WithSource) =>
    typeof value === 'number' && context ? rawJSON(context.source) : value
  return JSON.parse(text, keep) as ChangedRow
}
