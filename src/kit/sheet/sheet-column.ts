import type { KeyboardEvent, ReactNode } from 'react'

/** The stored form of a typed text, or the reason for its refusal. */
export type Read = { value: string | null } | { problem: string }

/** A suggestion for the typed text. `take` puts it into the row. */
export type Suggestion = { key: string; label: string; detail: string; value: string; take: () => void }

/** A cell in editing. */
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
  /** A track of a CSS grid with a least width: `minmax(12rem, 1fr)`, `6rem`. A column with figures widens for its longest one. */
  width: string
  align?: 'right'
  /** Stays in view at the right edge while the others are scrolled; the last column. */
  isPinned?: boolean
  /** Tab passes over it: it is written rarely, and reached by arrows and clicks. */
  isPassedOver?: boolean
  /** The text that is edited and copied. */
  text: (row: Row) => string
  /** The drawing of the cell; by default its text. */
  show?: (row: Row) => ReactNode
  /** The figure or word that `show` draws, where it is longer than the text: `€1,250.00`. It stays in one line. */
  figure?: (row: Row) => string
  /** Reads a typed text. Without it the column cannot be edited. */
  read?: (typed: string, row: Row) => Read
  /** False for a cell of a row that has no such value: a heading has no price. */
  has?: (row: Row) => boolean
  /** Choices in place of free text; their values are those of `text`. */
  choices?: readonly { value: string; label: string }[]
  /** A hook with the suggestions for the typed text. */
  useSuggestions?: (text: string, row: Row) => readonly Suggestion[]
}

export const canEdit = <Row>(column: SheetColumn<Row>, row: Row): boolean =>
  column.read !== undefined && (column.has?.(row) ?? true)

/** The key of a cell in the sets and maps that a sheet is given. */
export const cellKey = (row: string, column: string): string => `${row} ${column}`

type Choice = { value: string; label: string }

/** `m²` and `M2` are written in one way. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** The choice whose label or value is the text. */
function choiceNamed(choices: readonly Choice[], text: string): Choice | undefined {
  const typed = folded(text)
  return choices.find(({ label }) => folded(label) === typed) ?? choices.find(({ value }) => folded(value) === typed)
}

/** The first choice whose label begins with the text, else one with a word or number that does. */
function choiceBegun(choices: readonly Choice[], text: string): Choice | undefined {
  const typed = folded(text)
  const wordsOf = (label: string) => folded(label).split(/[^\p{L}\p{N}]+/u)
  return (
    choices.find(({ label }) => folded(label).startsWith(typed)) ??
    choices.find(({ label }) => wordsOf(label).some((word) => word.startsWith(typed)))
  )
}

/** The choices in their order, from so many places after the present one on. */
function inTurn(choices: readonly Choice[], present: string, further: 0 | 1): readonly Choice[] {
  const from = Math.max(0, choices.findIndex(({ value }) => value === present) + further)
  return [...choices.slice(from), ...choices.slice(0, from)]
}

/**
 * The choice for a first key: the one that is named so (`m` is m, not m²), else the next one after the present whose
 * label begins with it, else one with a word or number that does, such as 5 in `Reduced 5 %`. Null without one.
 */
export const choiceOfKey = (choices: readonly Choice[], key: string, present: string): Choice | null =>
  choiceNamed(choices, key) ?? choiceBegun(inTurn(choices, present, 1), key) ?? null

/**
 * The choice after one more key, and the text so far: `m`, then `2`, is m². A key with which no choice goes on begins a new
 * text, and the same key again is the next choice. Null where no choice begins so either.
 */
export function choiceOfKeys(
  choices: readonly Choice[],
  typed: string,
  key: string,
  present: string,
): { typed: string; choice: Choice } | null {
  const text = typed + key
  const longer = typed && (choiceNamed(choices, text) ?? choiceBegun(inTurn(choices, present, 0), text))
  if (longer) return { typed: text, choice: longer }
  const next = typed === key ? choiceBegun(inTurn(choices, present, 1), key) : choiceOfKey(choices, key, present)
  return next ? { typed: key, choice: next } : null
}

/** Tab goes on to the next cell that can be written in, row by row; null at the end of the sheet. */
export function nextToWrite<Row>(
  sheet: { rows: readonly Row[]; columns: readonly SheetColumn<Row>[]; idOf: (row: Row) => string },
  at: { row: string; column: string },
  by: 1 | -1,
): { row: string; column: string } | null {
  const { rows, columns, idOf } = sheet
  const row = rows.findIndex((each) => idOf(each) === at.row)
  const column = columns.findIndex(({ name }) => name === at.column)
  for (let place = row * columns.length + column + by; place >= 0; place += by) {
    const there = rows[Math.floor(place / columns.length)]
    const next = columns[place % columns.length]
    if (there === undefined || !next) return null
    if (!next.isPassedOver && canEdit(next, there)) return { row: idOf(there), column: next.name }
  }
  return null
}
