import { compared, decimal } from '@/shared/domain/money/decimal'
import { db } from '@/shared/db/client'
import { rowsOf } from '@/shared/db/rows-of'
import { capital } from '../words'
import { NotSaved } from './not-saved'
import { sameValue } from './same-value'

/** Another person wrote the same columns. Holds the current values, and the last writer of the row if known. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken'
  readonly theirs: Record<string, unknown>
  readonly by: string | null

  constructor(theirs: Record<string, unknown>, by: string | null) {
    super('Somebody else changed this meanwhile.')
    this.theirs = theirs
    this.by = by
  }
}

type CompareAndSet = {
  table: string
  /** The record in sentences: `this line`. */
  what: string
  id: string
  /** The columns as the person saw them: nothing is written over another value. */
  from: Readonly<Record<string, unknown>>
  to: Readonly<Record<string, unknown>>
  /** Columns of numbers: they are read as text, and lose no digit. */
  numbers: readonly string[]
  /** The column with the last writer of the row. */
  author: string
}

/**
 * Writes columns over the values that the person saw. What is stored already (its answer was lost) succeeds again.
 * @throws Overtaken, NotSaved `gone` or `refused` (no right), and errors of the database in words
 */
export async function compareAndSet({ table, what, id, from, to, numbers, author }: CompareAndSet): Promise<void> {
  const rows = rowsOf(db, table)
  if ((await rows.updateOver(to, id, from)) > 0) return
  const columns = Object.keys({ ...from, ...to })
  const read = await rows.read(id, [
    author,
    ...columns.map((column) => (numbers.includes(column) ? `${column}::text` : column)),
  ])
  if (read === null) throw new NotSaved('gone', `${capital(what)} was removed meanwhile.`)
  const isNow = (wanted: Readonly<Record<string, unknown>>) =>
    Object.entries(wanted).every(([column, value]) => isEqual(read[column], value, numbers.includes(column)))
  if (isNow(to)) return
  if (isNow(from)) throw new NotSaved('refused', `You may not change ${what}.`)
  const by = read[author]
  throw new Overtaken(
    Object.fromEntries(Object.keys(to).map((column) => [column, read[column]])),
    typeof by === 'string' ? by : null,
  )
}

/** Numbers are compared as numbers: `2` is `2.0000`. */
function isEqual(one: unknown, other: unknown, isNumber: boolean): boolean {
  const [read, wanted] = [one, other].map((value) => (isNumber && typeof value === 'string' ? decimal(value) : null))
  return read && wanted ? compared(read, wanted) === 0 : sameValue(one, other)
}
