import type { DatabaseRole } from '../../contracts.ts'
import type { Change, ChangedRow } from './change-log.ts'
import { type Column, isReadBy, type Published } from './published.ts'

/**
 * The `data` of one change for a role and a list of columns, as JSON. `columns` and both rows hold what the role may read.
 * Texts are made once for all subscribers of the same role and list.
 */
export function changeTexts(change: Change, published: Published) {
  const known = new Map<string, string>()
  return (role: DatabaseRole, select: readonly string[] | null): string => {
    const name = JSON.stringify([role, select])
    const made = known.get(name) ?? JSON.stringify(dataOf(change, published, role, select))
    known.set(name, made)
    return made
  }
}

function dataOf(change: Change, published: Published, role: DatabaseRole, select: readonly string[] | null) {
  const { kind, isTooLarge, committedAt } = change
  const about = { schema: published.schema, table: published.table, commit_timestamp: committedAt, type: kind }
  const problem = problemOf(published, role)
  const readable = published.columns.filter(isReadBy(role))
  const shown = readable.filter(({ name, isKey }) => isKey || select === null || select.includes(name))
  const isBare = problem !== null || isTooLarge
  const fields = (row: ChangedRow | null, columns: readonly Column[]) => (isBare ? {} : fieldsOf(row, columns))
  return {
    ...about,
    columns: problem === null ? shown.map(({ name, type }) => ({ name, type })) : [],
    ...(kind === 'DELETE' ? {} : { record: fields(change.new, shown) }),
    ...(kind === 'INSERT' ? {} : { old_record: fields(change.old, oldColumns(kind, published, shown)) }),
    errors: problem === null ? (isTooLarge ? ['Error 413: Payload Too Large'] : null) : [problem],
  }
}

/** Why a role is told of a change without its rows, in Supabase's words. */
export function problemOf({ columns }: Published, role: DatabaseRole): string | null {
  const keys = columns.filter((column) => column.isKey)
  if (keys.length === 0) return 'Error 400: Bad Request, no primary key'
  return keys.every(isReadBy(role)) ? null : 'Error 401: Unauthorized'
}

/**
 * The columns of the row before: what the replica identity keeps. Nobody can be asked whether somebody saw a deleted row,
 * so a secured table gives its key only.
 */
function oldColumns(kind: Change['kind'], published: Published, shown: readonly Column[]): readonly Column[] {
  const keys = shown.filter((column) => column.isKey)
  if (kind === 'DELETE' && published.isSecured) return keys
  if (published.replicaIdentity === 'f') return shown
  if (published.replicaIdentity === 'i') return shown.filter((column) => column.isIdentity)
  return published.replicaIdentity === 'n' ? [] : keys
}

/** The columns that a filter may look at: of a deleted row those that are told. */
export function filterable(kind: Change['kind'], published: Published): ReadonlySet<string> {
  const { columns } = published
  return new Set((kind === 'DELETE' ? oldColumns(kind, published, columns) : columns).map(({ name }) => name))
}

const fieldsOf = (row: ChangedRow | null, columns: readonly Column[]) =>
  Object.fromEntries(
    columns
      .filter(({ name }) => row !== null && name in row)
      .map(({ name, type }) => [name, type === 'bytea' ? bareHex(row?.[name]) : row?.[name]]),
  )

const bareHex = (value: unknown) => (typeof value === 'string' ? value.replace(/^\\x/, '') : value)
