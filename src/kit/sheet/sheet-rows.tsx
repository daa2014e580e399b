import { useMemo } from 'react'
import { type CellMarks, SheetRow } from './sheet-cell'
import type { Editing } from './sheet-column'
import type { SheetHere } from './use-sheet'

const none: ReadonlyMap<string, CellMarks> = new Map()

/** Rows with marks. The others share one map, so that a mark elsewhere does not draw them again. */
const rowsOf = (marks: ReadonlyMap<string, CellMarks>): ReadonlySet<string> =>
  new Set([...marks.keys()].map((key) => key.slice(0, key.indexOf(' '))))

type SheetRowsProps<Row> = { of: SheetHere<Row>; editing: Editing | null; hasGrip: boolean }

/** The rows. A move of the cursor draws two of them again and keeps the hundreds of others. */
export function SheetRows<Row>({ of: sheet, editing, hasGrip }: SheetRowsProps<Row>) {
  const { at, ids, domId } = sheet
  const { rows, columns, idOf, rowClass, marks = none } = sheet.props
  /** All rows without the cursor. */
  const resting = useMemo(() => {
    const marked = rowsOf(marks)
    return rows.map((row, index) => {
      const id = idOf(row)
      return (
        <SheetRow
          key={id}
          id={id}
          row={row}
          index={index}
          columns={columns}
          at={null}
          isChosen={false}
          editing={null}
          marks={marked.has(id) ? marks : none}
          className={rowClass?.(row)}
          hasGrip={hasGrip}
          domId={domId}
        />
      )
    })
  }, [rows, columns, idOf, marks, rowClass, hasGrip, domId])
  const chosenNow = new Set(sheet.isSeveral ? sheet.chosen() : [])
  return resting.map((element, index) => {
    const id = ids[index] ?? ''
    const isHere = at?.row === id
    const isChosen = chosenNow.has(id)
    if (!isHere && !isChosen) return element
    return (
      <SheetRow
        key={id}
        {...element.props}
        at={isHere ? at.column : null}
        isChosen={isChosen}
        editing={isHere ? editing : null}
      />
    )
  })
}
