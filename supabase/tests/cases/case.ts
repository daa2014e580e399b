/** How the four verbs are tried on one row. `:me` in the SQL is the actor's user id. */
export type Case = {
  /** Done by the owner of the database before. */
  given?: string
  /** Which row: it is selected, updated and deleted. */
  where: string
  /** Columns and values of an insert. */
  insert: string
  /** The assignment of an update. */
  update: string
}

/** Cases by table, then by whose row it is: the same keys as in the matrix. */
export type Cases = Record<string, Record<string, Case>>

/** Ids of rows that a case makes for itself. */
export const fresh = (number: number): string => `f0000000-0000-4000-a000-${String(number).padStart(12, '0')}`
