import type { ReactNode } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { type DocumentKind, type Status, statusOf } from '@/documents/statuses'
import type { CsvCell } from '@/shared/domain/text/csv'
import { momentOrDayText } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney } from '@/shared/domain/money/money'
import type { Rights } from '@/shared/domain/people/permission'
import { unbroken } from '@/shared/ui/parts/unbroken'
import { StatusBadge } from '../record/status-badge'
import classes from './list.module.css'

type Place = {
  name: string
  label: string
  /** The column of the database, or any name that `read` understands: the heading then sorts by it. */
  sort?: string
  align?: 'right'
  /** Shown from this width of the window on: 768, 992, 1200 or 1440 px. */
  from?: 'sm' | 'md' | 'lg' | 'xl'
  /** Hidden until the person shows it. */
  isExtra?: boolean
  /**
   * Its place on a phone's card: `end` right of the title, `line` in a line of its own, `none` hidden; the others share
   * one line. `line` and `below` are shown whatever `from` says.
   */
  card?: 'end' | 'line' | 'below' | 'none'
  /** On a phone's card its label stands before it, for cells that say too little without their heading. */
  isNamed?: boolean
  right?: (rights: Rights) => boolean
}

/** One column of a list as drawn. The first column names the record and is its link. */
export type Column<Row> = Place & {
  cell: (row: Row) => ReactNode
  csv?: CsvOf<Row>
}

/** The cell of a row in a CSV file, which may ask for a name by its id. Without it the column is not exported. */
type CsvOf<Row> = (row: Row, queries: QueryClient) => CsvCell | Promise<CsvCell>

type Words = string | null | undefined

/**
 * The content of a column: text, a day (`YYYY-MM-DD`) or moment, a decimal amount, or a document's status. Text and
 * amounts are exported as they are stored, a moment as its day (`YYYY-MM-DD`), a status in words. `state` is drawn in
 * place of a status when more is known. `cell` is for any other drawing.
 */
type Content<Row> =
  | { cell: (row: Row) => ReactNode; csv?: CsvOf<Row> }
  | { text: (row: Row) => Words | number }
  | { day: (row: Row) => Words }
  | { money: (row: Row) => Words; currency?: (row: Row) => string }
  | { status: (row: Row) => string; kind: DocumentKind; state?: (row: Row) => Status | null }

/** One column of a list as a screen writes it. */
export type ColumnOf<Row> = Place & Content<Row>

/** The column as drawn and exported. */
export function drawn<Row>(column: ColumnOf<Row>): Column<Row> {
  if ('cell' in column) return column
  if ('text' in column) return { ...column, cell: (row) => unbroken(column.text(row)), csv: exported(column.text) }
  if ('day' in column) {
    const { day } = column
    return { ...column, cell: (row) => momentOrDayText(day(row)), csv: (row) => storedDay(day(row)) }
  }
  if ('money' in column) {
    const { money, currency } = column
    const cell = (row: Row) => {
      const amount = money(row)
      if (!amount) return ''
      const said = formatMoney(amount, currency?.(row))
      // Zeros are drawn pale, so that the amounts are easier to see.
      return isZero(amount) ? <span className={classes.zero}>{said}</span> : said
    }
    return { align: 'right', ...column, cell, csv: exported(money) }
  }
  const { kind, status, state } = column
  const cell = (row: Row) => <StatusBadge kind={kind} status={status(row)} state={state?.(row) ?? null} />
  const csv = (row: Row) => (state?.(row) ?? statusOf(kind, status(row)))?.label ?? status(row)
  return { ...column, cell, csv }
}

/** `YYYY-MM-DD` of a day, or of a moment where the company is: spreadsheets read it as a day. */
const storedDay = (at: Words): string | null =>
  !at ? null : at.length === 'YYYY-MM-DD'.length ? at : todayOf(Date.parse(at))

const exported =
  <Row,>(of: (row: Row) => Words | number) =>
  (row: Row): CsvCell =>
    of(row) ?? null
