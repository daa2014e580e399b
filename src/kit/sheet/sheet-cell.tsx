import { memo } from 'react'
import { type Editing, type SheetColumn, canEdit, cellKey } from './sheet-column'
import classes from './sheet.module.css'
import { SuggestingCell } from './suggestions'

/** Somebody else's cell. */
export type Visitor = { name: string; colour: string }

/** The marks of a cell beside its value. */
export type CellMarks = {
  /** Somebody else is here. */
  visitor?: Visitor | undefined
  /** The reason why the typed text is not stored. */
  problem?: string | undefined
  /** Typed here and not stored yet. */
  isPending?: boolean | undefined
}

type SheetRowProps<Row> = {
  id: string
  row: Row
  index: number
  columns: readonly SheetColumn<Row>[]
  /** The column of the marked cell, when it is in this row. */
  at: string | null
  isChosen: boolean
  editing: Editing | null
  marks: ReadonlyMap<string, CellMarks>
  className?: string | undefined
  /** The row can be dragged to another place. */
  hasGrip: boolean
  domId: (row: string, column: string) => string
}

function Row<Row>({
  id,
  row,
  index,
  columns,
  at,
  isChosen,
  editing,
  marks,
  className,
  hasGrip,
  domId,
}: SheetRowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      data-row={id}
      data-grip={hasGrip || undefined}
      className={[classes.row, className].filter(Boolean).join(' ')}
    >
      {hasGrip ? <span className={classes.grip} data-row-grip title="Drag to move" aria-hidden="true" /> : null}
      {columns.map((column) => {
        const isHere = at === column.name
        const mark = marks.get(cellKey(id, column.name))
        const has = column.has?.(row) ?? true
        return (
          <div
            key={column.name}
            id={domId(id, column.name)}
            role="gridcell"
            data-column={column.name}
            aria-readonly={!canEdit(column, row)}
            aria-invalid={mark?.problem ? true : undefined}
            className={classes.cell}
            data-align={column.align}
            data-pinned={column.isPinned}
            data-label={column.label}
            data-wide={column.width.startsWith('minmax') || undefined}
            data-empty={!has || undefined}
            data-long={(has && column.align === 'right' && isLong((column.figure ?? column.text)(row))) || undefined}
            data-here={isHere || undefined}
            data-pending={mark?.isPending || undefined}
            data-problem={mark?.problem ? '' : undefined}
            style={mark?.visitor ? { boxShadow: `inset 0 0 0 2px ${mark.visitor.colour}` } : undefined}
            title={mark?.problem ?? (mark?.visitor ? `${mark.visitor.name} is here` : undefined)}
          >
            {isHere && editing ? (
              <Editor column={column} editing={editing} row={row} />
            ) : has ? (
              (column.show?.(row) ?? column.text(row))
            ) : null}
            {mark?.visitor ? (
              <span className={classes.visitor} style={{ background: mark.visitor.colour }}>
                {mark.visitor.name}
              </span>
            ) : null}
          </div>
        )
      })}
    </div>
  )
}

/** A figure that needs two columns of a card. */
const isLong = (figure: string): boolean => figure.length > 8

/** Drawn again only when something in this row changed: a sheet has hundreds. */
export const SheetRow = memo(Row) as typeof Row

function Editor<Row>({ column, editing, row }: { column: SheetColumn<Row>; editing: Editing; row: Row }) {
  if (column.useSuggestions)
    return <SuggestingCell label={column.label} useSuggestions={column.useSuggestions} row={row} editing={editing} />
  const shared = {
    autoFocus: true,
    className: classes.editor,
    'aria-label': column.label,
    value: editing.text,
    onKeyDown: editing.onKey,
    onBlur: editing.onLeave,
    onChange: (event: { currentTarget: { value: string } }) => editing.onText(event.currentTarget.value),
  }
  if (column.choices)
    return (
      <select {...shared}>
        {column.choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  return <input {...shared} data-align={column.align} autoComplete="off" />
}
