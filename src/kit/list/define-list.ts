import type { CsvText } from '@/shared/domain/text/csv'
import type { QueryKey } from '@tanstack/react-query'
import type { LiveSource } from '../live/use-live'
import { type Column, type ColumnOf, drawn } from './column'
import { type Filters, filtersNeverUnset, type FilterValues } from './filter'

export type Sort = { by: string; down: boolean }

/** The start of a page: the sorted value and the id of the row before it. */
export type Cursor = { value: string | number | boolean | null; id: string }

export type PageRequest<F extends Filters> = {
  filter: FilterValues<F>
  sort: Sort
  /** Null for the first page. */
  after: Cursor | null
  limit: number
  signal: AbortSignal
}

/** `total`: the number of all matching rows, known on the first page; null when counting is too expensive. */
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
  /** The CSV text, when it has other columns than the list: a file that can be imported again. */
  file?: (rows: readonly Row[]) => CsvText | Promise<CsvText>
}

export type ListDefinition<Row, F extends Filters> = Common<Row, F> & Source<Row, F>

type Source<Row, F extends Filters> =
  | { read: (request: PageRequest<F>) => Promise<Page<Row>>; all?: never }
  | {
      /** For lists of up to some hundred rows: all rows are read once, and filtered and sorted in the browser. */
      all: (signal: AbortSignal) => Promise<readonly Row[]>
      read?: never
      matches: (row: Row, filter: FilterValues<F>) => boolean
      /** The value that a column with this `sort` is sorted by. */
      sortValue: (row: Row, by: string) => string | number | boolean | null
    }

/** A list as a screen writes it. */
type ListOf<Row, F extends Filters> = Omit<Common<Row, F>, 'columns'> & {
  columns: readonly ColumnOf<Row>[]
} & Source<Row, F>

/** Defines a list screen: its query, filters and columns. Refuses a filter that cannot be unset. */
export function defineList<Row, F extends Filters>(list: ListOf<Row, F>): ListDefinition<Row, F> {
  const [stuck] = filtersNeverUnset(list.filters)
  if (stuck) throw new Error(`The filter ${stuck} of the list ${list.name} is set without a choice`)
  return { ...list, columns: list.columns.map(drawn) }
}

export const idOfRow = <Row, F extends Filters>(list: ListDefinition<Row, F>, row: Row): string =>
  list.idOf?.(row) ?? String(Reflect.get(Object(row), 'id'))
