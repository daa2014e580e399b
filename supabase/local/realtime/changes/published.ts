import type { DatabaseRole, Queryable } from '../../contracts.ts'
import type { Binding, Event } from './bindings.ts'
import { quoted } from '../../engine/quoted-name.ts'
import { type Condition, conditionSql } from './conditions.ts'

export type Column = {
  name: string
  /** The short name that clients convert by, such as `int4` or `_text`. */
  type: string
  sqlType: string
  isKey: boolean
  isIdentity: boolean
  readers: readonly DatabaseRole[]
}

/** A table of the publication `supabase_realtime`. */
export type Published = {
  relation: string
  schema: string
  table: string
  events: readonly Event[]
  replicaIdentity: 'd' | 'f' | 'i' | 'n'
  isSecured: boolean
  rowFilter: string | null
  columns: readonly Column[]
}

type Row = {
  relation: string
  schema_name: string
  table_name: string
  events: string
  replica_identity: Published['replicaIdentity']
  is_secured: boolean
  row_filter: string | null
  columns: string
}

/** The published tables as they are now, by their oid. */
export async function readPublished(engine: Queryable): Promise<Map<string, Published>> {
  const { rows } = await engine.query<Row>(
    `select relation::text, schema_name, table_name, array_to_string(events, ',') as events, replica_identity,
      is_secured, row_filter, columns::text from realtime.published()`,
  )
  return new Map(
    rows.map((row) => [
      row.relation,
      {
        relation: row.relation,
        schema: row.schema_name,
        table: row.table_name,
        events: row.events.split(',') as Event[],
        replicaIdentity: row.replica_identity,
        isSecured: row.is_secured,
        rowFilter: row.row_filter,
        columns: JSON.parse(row.columns) as Column[],
      },
    ]),
  )
}

export const nameOf = ({ schema, table }: Published) => `${quoted(schema)}.${quoted(table)}`

export const isReadBy = (role: DatabaseRole) => (column: Column) => column.readers.includes(role)

/** Whether the binding is about this table. */
export const concerns = (binding: Binding, { schema, table }: Published): boolean =>
  (binding.schema === '*' || binding.schema === schema) && (binding.table === null || binding.table === table)

/** Why a role cannot have this binding on this table, or null. */
export function refusal(binding: Binding, published: Published, role: DatabaseRole): string | null {
  const readable = new Set(published.columns.filter(isReadBy(role)).map((column) => column.name))
  const filtered = binding.conditions.find(({ column }) => !readable.has(column))
  if (filtered) return `invalid column for filter ${filtered.column}`
  const selected = binding.select?.find((column) => !readable.has(column))
  return selected === undefined ? null : `invalid column for select ${selected}`
}

export const typeOf = ({ columns }: Published, name: string) =>
  columns.find((column) => column.name === name)?.sqlType ?? 'text'

/** Asks the database whether it understands the conditions. Rejects with its reason. */
export async function tryConditions(engine: Queryable, published: Published, conditions: readonly Condition[]) {
  const parameters: string[] = []
  const sql = conditions.map((one) => conditionSql(one, typeOf(published, one.column), parameters)).join(' and ')
  await engine.query(`select ${sql} from jsonb_populate_record(null::${nameOf(published)}, '{}') as r`, parameters)
}
