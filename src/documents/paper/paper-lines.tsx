import type { PaperRow, PaperTable } from './paper'
import classes from './paper-sheet.module.css'

type Pictures = Readonly<Record<string, string>>

/**
 * The lines of a paper. On a narrow sheet every line is a block with its numbers under the description; the roles keep it
 * a table for screen readers then.
 */
export function PaperLines({
  table,
  pictures,
  isPrinted = false,
  label,
}: {
  table: PaperTable
  pictures: Pictures
  /** Its pictures are loaded at once. */
  isPrinted?: boolean
  label: string
}) {
  const { columns, main, rows } = table
  if (rows.length === 0) return null
  return (
    <table className={classes.table} role="table" aria-label={label}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.label} style={{ width: `${column.share}%` }} />
        ))}
      </colgroup>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.label} role="columnheader" scope="col" data-align={column.align}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row, index) => (
          <Row key={index} row={row} columns={columns} main={main} pictures={pictures} isPrinted={isPrinted} />
        ))}
      </tbody>
    </table>
  )
}

type RowProps = {
  row: PaperRow
  columns: PaperTable['columns']
  main: number
  pictures: Pictures
  isPrinted: boolean
}

function Row({ row, columns, main, pictures, isPrinted }: RowProps) {
  if (row.kind !== 'line')
    return (
      <tr role="row" data-kind={row.kind}>
        <td role="cell" colSpan={columns.length}>
          {row.text}
        </td>
      </tr>
    )
  return (
    <tr role="row" data-left-out={row.isLeftOut || undefined}>
      {row.cells.map((cell, index) => {
        const column = columns[index]
        return (
          <td
            key={column?.label}
            role="cell"
            data-align={column?.align}
            data-main={index === main || undefined}
            data-label={column?.label}
          >
            {index === main ? (
              <MainCell
                row={row}
                text={cell}
                picture={row.picture ? pictures[row.picture] : undefined}
                isPrinted={isPrinted}
              />
            ) : (
              cell
            )}
          </td>
        )
      })}
    </tr>
  )
}

type MainCellProps = {
  row: PaperRow & { kind: 'line' }
  text: string
  picture: string | undefined
  isPrinted: boolean
}

const MainCell = ({ row, text, picture, isPrinted }: MainCellProps) => (
  <div className={row.tick ? classes.option : undefined}>
    {row.tick && <span className={classes.tick} data-tick={row.tick} aria-hidden="true" />}
    <div>
      {text}
      {row.details.map((detail) => (
        <div key={detail} className={classes.detail}>
          {detail}
        </div>
      ))}
      {picture ? (
        <img className={classes.picture} src={picture} alt={text} loading={isPrinted ? 'eager' : 'lazy'} />
      ) : null}
    </div>
  </div>
)
