/**
 * The reason why nothing was written: the record is gone, a right is missing, or another person changed the same
 * columns.
 */
export type NotSavedReason = 'gone' | 'refused' | 'conflict'

/** A save that changed no row. Its message is a sentence for the person. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved'
  readonly reason: NotSavedReason
  /** The columns that both changed; empty unless the reason is `conflict`. */
  readonly columns: readonly string[]

  constructor(reason: NotSavedReason, message: string, columns: readonly string[] = []) {
    super(message)
    this.reason = reason
    this.columns = columns
  }
}

/** The column that a refused write of the database is about, by its constraint or the key it names; null if unknown. */
export const columnOf = (error: unknown, columns: readonly string[]): string | null =>
  columnsOf(error, columns)?.[0] ?? null

/** All columns that a refused write is about, the longest name first; null where the refusal names nothing. */
export function columnsOf(error: unknown, columns: readonly string[]): string[] | null {
  if (!(error instanceof Error)) return null
  const details: unknown = Reflect.get(error, 'details')
  const key = typeof details === 'string' ? (/^Key \(([^=]+)\)=/.exec(details)?.[1] ?? '') : ''
  const named = /constraint "([^"]+)"|column "([^"]+)"/.exec(error.message)
  const words = `${key} ${named?.[1] ?? ''} ${named?.[2] ?? ''}`
  if (words.trim() === '') return null
  const found = columns.filter((column) => new RegExp(`(^|[^a-z])${column}([^a-z]|$)`).test(words))
  return found.toSorted((one, other) => other.length - one.length)
}
