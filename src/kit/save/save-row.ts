import { db } from '@/shared/db/client'
import type { Database } from '@/shared/db/database.types'
import { rowsOf } from '@/shared/db/rows-of'
import { NotSaved } from './not-saved'
import { capital } from '../words'
import { sameValue } from './same-value'

type Tables = Database['public']['Tables']
export type TableName = keyof Tables
/** Tables whose rows count their changes in `row_version`. */
export type VersionedTable = {
  [Table in TableName]: Tables[Table]['Row'] extends { id: string; row_version: number } ? Table : never
}[TableName]

/** Amounts and quantities are sent as text, which PostgreSQL takes for a number without losing a digit. */
type Written<Values> = {
  [Column in keyof Values]: Values[Column] | (number extends Values[Column] ? string : never)
}
type NewValues<Table extends TableName> = Written<Tables[Table]['Insert']>
type Changes<Table extends TableName> = Partial<Written<Tables[Table]['Update']>>

/** A row as the person saw it: its id, its version, and every column that may be saved. */
export type SeenRow = { id: string; row_version: number }

/**
 * Saves the changed columns over the version that the person saw. When another person saved meanwhile, their other
 * columns stay; when both changed one column, nothing is written.
 * @throws NotSaved `gone`, `refused` (no right) or `conflict` (with the columns), and errors of the database
 */
export const saveVersioned = <Table extends VersionedTable>(save: {
  table: Table
  /** The record in sentences: `this contact`. */
  what: string
  row: SeenRow
  /** The wished values. Columns equal to those of `row` are not written. */
  values: Changes<Table>
}): Promise<void> => saveInto(save)

/**
 * Writes columns that do not depend on other people's changes, such as a pin. @throws NotSaved when no row was changed
 */
export const updateRow = <Table extends TableName>(write: {
  table: Table
  what: string
  id: string
  values: Changes<Table>
}): Promise<void> => updateIn(write)

/** Removes one row. @throws NotSaved when no row was removed: it is gone already, or the person may not. */
export const removeRow = (write: { table: TableName; what: string; id: string }): Promise<void> => removeFrom(write)

/** Adds one row and returns its id. @throws NotSaved when the database stored none */
export const insertRow = <Table extends TableName>(write: {
  table: Table
  what: string
  values: NewValues<Table>
}): Promise<string> => insertInto(write)

/** `insertRow` for a table that is named at run time. */
export async function insertInto(write: { table: string; what: string; values: object }): Promise<string> {
  const id = await rowsOf(db, write.table).insert(write.values)
  if (id === null) throw new NotSaved('refused', `You may not add ${write.what}.`)
  return id
}

/** Adds all of these rows, or none, to a table whose name is known at run time. */
export async function insertAllInto(write: { table: string; what: string; values: readonly object[] }): Promise<void> {
  const added = await rowsOf(db, write.table).insertAll(write.values)
  if (added !== write.values.length) throw new NotSaved('refused', `You may not add ${write.what}.`)
}

/** `saveVersioned` for a table that is named at run time. */
export async function saveInto(save: { table: string; what: string; row: SeenRow; values: object }): Promise<void> {
  const { table, what, row, values } = save
  const patch = changedColumns(row, values)
  const columns = Object.keys(patch)
  if (columns.length === 0) return
  const rows = rowsOf(db, table)
  let version = row.row_version
  for (let tries = 0; tries < 5; tries++) {
    if ((await rows.update(patch, { id: row.id, row_version: version })) > 0) return
    const now = await rows.read(row.id, ['row_version', ...columns])
    if (now === null) throw new NotSaved('gone', `${capital(what)} is not there any more. What you typed is kept.`)
    if (now.row_version === version) throw new NotSaved('refused', `You may not change ${what}.`)
    const theirs = columns.filter(
      (column) =>
        !sameValue(now[column], Reflect.get(row, column)) && !sameValue(now[column], Reflect.get(patch, column)),
    )
    if (theirs.length > 0) throw new NotSaved('conflict', bothChanged, theirs)
    version = Number(now.row_version)
  }
  throw new NotSaved('conflict', `Others keep changing ${what}. Please save again.`)
}

const bothChanged = 'Somebody else changed the same fields meanwhile. Look at what they wrote, and save again.'

type RowWrite = { table: string; what: string; id: string }

/** `updateRow` for a table that is named at run time. */
export async function updateIn(write: RowWrite & { values: object }): Promise<void> {
  const changed = await rowsOf(db, write.table).update(write.values, { id: write.id })
  if (changed === 0) throw await unchanged(write, `You may not change ${write.what}.`)
}

/** `removeRow` for a table that is named at run time. */
export async function removeFrom(write: RowWrite): Promise<void> {
  const removed = await rowsOf(db, write.table).remove(write.id)
  if (removed === 0) throw await unchanged(write, `You may not remove ${write.what}.`)
}

async function unchanged({ table, what, id }: RowWrite, refused: string): Promise<NotSaved> {
  const isThere = (await rowsOf(db, table).read(id, ['id'])) !== null
  return isThere ? new NotSaved('refused', refused) : new NotSaved('gone', `${capital(what)} is not there any more.`)
}

/** The columns of `values` that differ from those of `row`. */
function changedColumns(row: object, values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([column, value]) => value !== undefined && !sameValue(Reflect.get(row, column), value),
    ),
  )
}
