import type { Rights } from '@/shared/domain/people/permission'
import type { Fields } from '../fields/field'
import type { LiveSource } from '../live/use-live'

/** A row of the table; `used`: the number of records that refer to it. */
export type SmallRecord = { id: string; used: number } & Record<string, unknown>

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
  /** The table whose rows point here: its count is shown, and a record in use cannot be removed. */
  usedBy?: string
  rights: { add: (rights: Rights) => boolean; change: (rights: Rights) => boolean; remove: (rights: Rights) => boolean }
  /** The purpose of these records, shown under an empty list. */
  about?: string
}

/** A list of small records, such as brands or VAT rates, that are added, changed and removed in place. */
export const defineSmallTable = (definition: SmallTableDefinition): SmallTableDefinition => definition
