import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CsvCell } from '@/shared/domain/csv'
import type { Rights } from '@/shared/domain/permission'
import type { LiveSource } from '../live/use-live'
import type { Filters, FilterValues } from './filter'

export type Sort = { by: string; down: boolean }

/** One column of a list. The first column of a list names the record and is its link. */
export type Column<Row> = {
  name: string
  label: string
  cell: (row: Row) => ReactNode
  /** The column of the database, or any name that `read` understands: the heading then sorts by it. */
  sort?: string
  align?: 'right'
  /** The cell in a CSV file. Without it the column is not exported. */
  csv?: (row: Row) => CsvCell
  /** Shown from this width of the window on: 768, 992, 1200 or 1440 px. */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  /** Not shown until somebody chooses it. */
  isExtra?: boolean
  /** On a phone: `end` stands right of the title, `none` is left out; the others stand below in one line. */
  card?: 'end' | 'none'
  right?: (rights: Rights) => boolean
}

/** Where a page begins: the sorted value and the id of the last row before it. */
export type Cursor = { value: string | number | boolean | null; id: string }

export type PageRequest<F extends Filters> = {
  filter: FilterValues<F>
  sort: Sort
  /** Null for the first page. */
  after: Cursor | null
  limit: number
  signal: AbortSignal
}

/** `total` counts all rows that match, and is known on the first page; null where counting costs too much. */
export type Page<Row> = { rows: Row[]; total?: number | null; next: Cursor | null }

type Common<Row, F extends Filters> = {
  /** Under this name columns and views are kept: `contacts`. */
  name: string
  /** The records in sentences and in the name of the file: `contact`, `contacts`. */
  one: string
  many: string
  /** The root of its queries; rows are read under `[...key, 'list', …]`. */
  key: QueryKey
  filters: F
  columns: readonly Column<Row>[]
  sort: Sort
  live?: readonly LiveSource[]
  /** The key of a row; its `id` unless given. */
  idOf?: (row: Row) => string
  /** On a phone a button calls this number. */
  phoneOf?: (row: Row) => string | null
  /** The text of the CSV file, where it has other columns than the list: a file that can be imported again. */
  file?: (rows: readonly Row[]) => string | Promise<string>
}

export type ListDefinition<Row, F extends Filters> = Common<Row, F> &
  (
    | { read: (request: PageRequest<F>) => Promise<Page<Row>>; all?: never }
    | {
        /** For lists of at most some hundred rows: all of them are read once, and filtered and sorted here. */
        all: (signal: AbortSignal) => Promise<readonly Row[]>
        read?: never
        matches: (row: Row, filter: FilterValues<F>) => boolean
        /** What a column with this `sort` is sorted by. */
        sortValue: (row: Row, by: string) => string | number | boolean | null
      }
  )

/** One list screen: what is read, how it is filtered, and its columns. */
export const defineList = <Row, F extends Filters>(list: ListDefinition<Row, F>): ListDefinition<Row, F> => list

export const idOfRow = <Row, F extends Filters>(list: ListDefinition<Row, F>, row: Row): string =>
  list.idOf?.(row) ?? String(Reflect.get(Object(row), 'id'))
