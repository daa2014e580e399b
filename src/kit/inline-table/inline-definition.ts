import type { Rights } from '@/shared/domain/people/permission'
import type { Fields } from '../fields/field'
import type { LiveSource } from '../live/use-live'

/** A row of the table; `used`: the number of records that refer to it. `usedWords` says it in words instead. */
export type SmallRecord = { id: string; used: number; usedWords?: string } & Record<string, unknown>

/** The use of a record: the records that keep it from being removed, and where it is used: `In 12 papers, 3 services`. */
export type SmallUse = { used: number; usedWords: string }

/** Whether this person may do it to this row, such as to one that they made. */
type RightOnRow = (rights: Rights, row: SmallRecord, userId: string) => boolean

export type SmallTableDefinition = {
  /** The database table; each field is a column of it. */
  table: string
  /** `brand`, `brands`: for buttons and sentences. */
  one: string
  many: string
  /** The first field is the name of the record. */
  fields: Fields
  /** A form that makes several records at once: the opening hours of five days. */
  several?: { fields: Fields; rows: (values: Readonly<Record<string, unknown>>) => readonly object[] }
  /** The columns of the list, by default every field. The form has all fields. */
  columns?: readonly string[]
  key: readonly string[]
  live: readonly LiveSource[]
  /** Columns with one value in all these rows, such as the category of its types: read by it, and given to new rows. */
  where?: Readonly<Record<string, string>>
  /** A rule over several fields: problems by field. */
  check?: (drafts: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** The link of a row's name. */
  href?: (row: SmallRecord) => string
  /** The column that orders the rows; the first field unless given. */
  order?: string
  /** The order is downwards: the newest day is first. */
  isDown?: boolean
  /** What a row is called in its buttons and questions, where the first field alone names several. */
  called?: (row: SmallRecord) => string
  /** The table whose rows point here: its count is shown, and a record in use cannot be removed. */
  usedBy?: string
  /** Instead of `usedBy`, for records that several tables use: the use of each by its id. */
  usesOf?: (signal: AbortSignal) => Promise<ReadonlyMap<string, SmallUse>>
  rights: { add: (rights: Rights) => boolean; change: RightOnRow; remove: RightOnRow }
  /** The purpose of these records, shown under an empty list. */
  about?: string
}

/** True for records that show how often they are used. */
export const showsUse = ({ usedBy, usesOf }: SmallTableDefinition): boolean =>
  usedBy !== undefined || usesOf !== undefined

/** A list of small records, such as brands or VAT rates, that are added, changed and removed in place. */
export const defineSmallTable = (definition: SmallTableDefinition): SmallTableDefinition => definition
