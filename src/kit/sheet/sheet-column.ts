import type { KeyboardEvent, ReactNode } from 'react'

/** What was typed in a cell, as it is stored, or why it is refused. */
export type Read = { value: string | null } | { problem: string }

/** What a cell offers while somebody types; `take` puts it into the row. */
export type Suggestion = { key: string; label: string; detail: string; value: string; take: () => void }

/** A cell that somebody types in. */
export type Editing = {
  text: string
  onText: (text: string) => void
  onKey: (event: KeyboardEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
  onLeave: () => void
  /** Ends the editing without a change, and goes on to the next cell. */
  onDrop: () => void
}

export type SheetColumn<Row> = {
  name: string
  label: string
  /** A track of a CSS grid with a least width: `minmax(12rem, 1fr)`, `6rem`. */
  width: string
  align?: 'right'
  /** The text that is edited and copied. */
  text: (row: Row) => string
  /** What the cell shows; the text unless given. */
  show?: (row: Row) => ReactNode
  /** Reads what was typed. Without it the column cannot be edited. */
  read?: (typed: string, row: Row) => Read
  /** False for a cell of a row that has no such value: a heading has no price. */
  has?: (row: Row) => boolean
  /** Offered instead of free text; their values are what `text` gives. */
  choices?: readonly { value: string; label: string }[]
  /** A hook: what is offered below the cell while somebody types this text. */
  useSuggestions?: (text: string, row: Row) => readonly Suggestion[]
}

export const canEdit = <Row>(column: SheetColumn<Row>, row: Row): boolean =>
  column.read !== undefined && (column.has?.(row) ?? true)

/** The key of a cell in the sets and maps that a sheet is given. */
export const cellKey = (row: string, column: string): string => `${row} ${column}`
