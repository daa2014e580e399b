import { assign, emit, setup } from 'xstate'

/** A cell by row id and column name, because rows may be added, removed and moved during editing. */
export type Cell = { row: string; column: string }

export type SheetEvent =
  /** The rows that are there now, in their order; the columns where they change too. */
  | { type: 'rows.are'; rows: readonly string[]; columns?: readonly string[] }
  | { type: 'cell.go'; cell: Cell; extend?: boolean }
  | { type: 'cell.step'; rows: number; columns: number; extend?: boolean }
  | { type: 'edit.begin'; text: string; original: string }
  | { type: 'edit.type'; text: string }
  /** Ends the editing and takes a step from there. */
  | { type: 'edit.commit'; rows: number; columns: number }
  | { type: 'edit.cancel' }

export type SheetEmitted =
  | { type: 'cell.typed'; cell: Cell; original: string; text: string }
  /** The row was removed during editing. */
  | { type: 'text.homeless'; cell: Cell; text: string }

export type SheetContext = {
  rows: readonly string[]
  columns: readonly string[]
  at: Cell | null
  /** The other end of the chosen rows; null when only the row of `at` is chosen. */
  anchor: string | null
  text: string
  original: string
}

const clamp = (value: number, length: number): number => Math.max(0, Math.min(length - 1, value))

/** The cell so many rows and columns from `at`, limited to the sheet. */
function stepped({ rows, columns, at }: SheetContext, down: number, right: number): Cell | null {
  const row = rows[clamp((at ? rows.indexOf(at.row) : 0) + (at ? down : 0), rows.length)]
  const column = columns[clamp((at ? columns.indexOf(at.column) : 0) + (at ? right : 0), columns.length)]
  return row === undefined || column === undefined ? null : { row, column }
}

/** The same column, or the one at its place when it is gone. */
const keptColumn = (before: SheetContext, now: readonly string[], name: string): string =>
  now.includes(name) ? name : (now[clamp(before.columns.indexOf(name), now.length)] ?? name)

/** The next cell of a step to the side goes on in the next row, as in a spreadsheet. */
function wrapped(context: SheetContext, down: number, right: number): Cell | null {
  const { rows, columns, at } = context
  if (!at || down !== 0) return stepped(context, down, right)
  const place = rows.indexOf(at.row) * columns.length + columns.indexOf(at.column) + right
  const last = rows.length * columns.length - 1
  const next = Math.max(0, Math.min(last, place))
  const row = rows[Math.floor(next / columns.length)]
  const column = columns[next % columns.length]
  return row === undefined || column === undefined ? null : { row, column }
}

/** The chosen rows, in their order: from the anchor to the cell. */
export function chosenRows({ rows, at, anchor }: Pick<SheetContext, 'rows' | 'at' | 'anchor'>): string[] {
  if (!at) return []
  const from = rows.indexOf(anchor ?? at.row)
  const to = rows.indexOf(at.row)
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/**
 * The cursor and the editing state of a sheet: moving by keys, selecting rows, editing one cell. A changed text is
 * emitted once, when the editing ends; the screen saves it.
 */
export const sheetMachine = setup({
  types: {
    input: {} as { columns: readonly string[] },
    context: {} as SheetContext,
    events: {} as SheetEvent,
    emitted: {} as SheetEmitted,
  },
  guards: {
    hasCell: ({ context }) => context.at !== null,
    isChanged: ({ context }) => context.text !== context.original,
    losesItsRow: ({ context, event }) =>
      event.type === 'rows.are' && context.at !== null && !event.rows.includes(context.at.row),
  },
  actions: {
    keepInside: assign(({ context, event }) => {
      if (event.type !== 'rows.are') return {}
      const { anchor } = context
      const columns = event.columns ?? context.columns
      const at = context.at && { ...context.at, column: keptColumn(context, columns, context.at.column) }
      const kept = {
        rows: event.rows,
        columns,
        at,
        anchor: anchor !== null && event.rows.includes(anchor) ? anchor : null,
      }
      // A row that was never here is on its way: it was added a moment ago.
      if (!at || event.rows.includes(at.row) || !context.rows.includes(at.row)) return kept
      const beside = event.rows[clamp(context.rows.indexOf(at.row), event.rows.length)]
      return { ...kept, anchor: null, at: beside === undefined ? null : { ...at, row: beside } }
    }),
    go: assign(({ context, event }) => {
      if (event.type !== 'cell.go') return {}
      return { at: event.cell, anchor: event.extend ? (context.anchor ?? context.at?.row ?? null) : null }
    }),
    step: assign(({ context, event }) => {
      if (event.type !== 'cell.step') return {}
      return {
        at: stepped(context, event.rows, event.columns),
        anchor: event.extend ? (context.anchor ?? context.at?.row ?? null) : null,
      }
    }),
    begin: assign(({ event }) =>
      event.type === 'edit.begin' ? { text: event.text, original: event.original, anchor: null } : {},
    ),
    type: assign(({ event }) => (event.type === 'edit.type' ? { text: event.text } : {})),
    leave: assign(({ context, event }) =>
      event.type === 'edit.commit' ? { at: wrapped(context, event.rows, event.columns) } : {},
    ),
    announce: emit(({ context }) => ({
      type: 'cell.typed' as const,
      cell: context.at ?? { row: '', column: '' },
      original: context.original,
      text: context.text,
    })),
    announceHomeless: emit(({ context }) => ({
      type: 'text.homeless' as const,
      cell: context.at ?? { row: '', column: '' },
      text: context.text,
    })),
  },
}).createMachine({
  id: 'sheet',
  context: ({ input }) => ({ rows: [], columns: input.columns, at: null, anchor: null, text: '', original: '' }),
  initial: 'browsing',
  states: {
    browsing: {
      on: {
        'rows.are': { actions: 'keepInside' },
        'cell.go': { actions: 'go' },
        'cell.step': { actions: 'step' },
        'edit.begin': { guard: 'hasCell', target: 'editing', actions: 'begin' },
      },
    },
    editing: {
      on: {
        'rows.are': [
          { guard: 'losesItsRow', target: 'browsing', actions: ['announceHomeless', 'keepInside'] },
          { actions: 'keepInside' },
        ],
        'edit.type': { actions: 'type' },
        'edit.commit': [
          { guard: 'isChanged', target: 'browsing', actions: ['announce', 'leave'] },
          { target: 'browsing', actions: 'leave' },
        ],
        'edit.cancel': { target: 'browsing' },
        'cell.go': [
          { guard: 'isChanged', target: 'browsing', actions: ['announce', 'go'] },
          { target: 'browsing', actions: 'go' },
        ],
      },
    },
  },
})
