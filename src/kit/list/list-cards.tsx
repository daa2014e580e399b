import { ActionIcon, Checkbox } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { capital } from '../words'
import type { Column } from './column'
import { idOfRow } from './define-list'
import type { Filters } from './filter'
import type { ListView } from './list-table'
import { RowName } from './list-table'
import classes from './list.module.css'

/** The rows as cards on a phone: the name, the columns right of it, the lines below, and a button to call. */
export function ListCards<Row, F extends Filters>(view: ListView<Row, F>) {
  const { list, rows, columns, selection, rowActions } = view
  const [title, ...others] = columns
  const ends = others.filter(({ card }) => card === 'end')
  const lines = others.filter(({ card }) => card === 'line')
  const below = others.filter(({ card }) => card === undefined || card === 'below')
  return (
    <ul className={classes.cards} aria-label={capital(list.many)} aria-busy={view.isStale}>
      {rows.map((row) => {
        const id = idOfRow(list, row)
        const phone = list.phoneOf?.(row)
        return (
          <li key={id} data-row={id} className={`${classes.row} ${classes.card}`}>
            {selection ? (
              <Checkbox
                aria-label={`Choose this ${list.one}`}
                checked={selection.ids.has(id)}
                onChange={() => selection.toggle(id)}
              />
            ) : null}
            <div className={classes.cardText}>
              <RowName href={view.href?.(row)}>{title?.cell(row)}</RowName>
              {lines.map((column) => (
                <div key={column.name} className={classes.cardLine}>
                  {column.cell(row)}
                </div>
              ))}
              <div className={classes.cardBelow}>
                {below.map((column) => (
                  <span key={column.name}>{cellOf(column, row)}</span>
                ))}
              </div>
            </div>
            {ends.length > 0 ? (
              <div className={classes.cardEnd}>
                {ends.map((column) => (
                  <div key={column.name}>{cellOf(column, row)}</div>
                ))}
              </div>
            ) : null}
            {phone ? (
              <ActionIcon
                component="a"
                size={44}
                href={`tel:${phone.replace(/[^+\d]/g, '')}`}
                aria-label={`Call ${phone}`}
              >
                <IconPhone size={20} stroke={1.5} />
              </ActionIcon>
            ) : null}
            {rowActions?.(row)}
          </li>
        )
      })}
    </ul>
  )
}

/** A cell, after the label of its column where it is named. */
function cellOf<Row>({ label, cell, isNamed }: Column<Row>, row: Row) {
  const shown = cell(row)
  if (!isNamed || shown === '' || shown === null || shown === undefined) return shown
  return (
    <>
      <span className={classes.cardName}>{label}</span> {shown}
    </>
  )
}
