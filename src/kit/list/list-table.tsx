import { withTax } from '@/shared/domain/text/formats'
import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router-dom'
import type { Column } from './column'
import { idOfRow, type ListDefinition, type Sort } from './define-list'
import type { Filters } from './filter'
import { FittingTable } from './fitting-table'
import classes from './list.module.css'
import { capital } from '../words'
import type { Selection } from './use-selection'

export type ListView<Row, F extends Filters> = {
  list: ListDefinition<Row, F>
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  /** The link of a row; null without one. */
  href: ((row: Row) => string | null) | undefined
  /** Buttons at the end of a row. */
  rowActions: ((row: Row) => ReactNode) | undefined
  selection: Selection | null
  isStale: boolean
}

type ListTableProps<Row, F extends Filters> = ListView<Row, F> & { sort: Sort; onSort: (sort: Sort) => void }

/** The rows as a table: 40 px rows, a head that stays in sight, columns that fit. */
export function ListTable<Row, F extends Filters>(table: ListTableProps<Row, F>) {
  const { list, rows, columns, selection, rowActions } = table
  const names = columns.map(({ name }) => name).join(' ')
  const content = useMemo(() => ({ rows, names }), [rows, names])
  return (
    <FittingTable label={capital(list.many)} isBusy={table.isStale} content={content}>
      <thead>
        <tr>
          {selection ? (
            <th scope="col" className={classes.narrow}>
              <Checkbox
                size="xs"
                aria-label={`Choose all ${list.many} shown`}
                checked={rows.length > 0 && selection.ids.size === rows.length}
                indeterminate={selection.ids.size > 0 && selection.ids.size < rows.length}
                onChange={() => selection.toggleAll(rows.map((row) => idOfRow(list, row)))}
              />
            </th>
          ) : null}
          {columns.map((column) => (
            <Heading key={column.name} column={column} sort={table.sort} onSort={table.onSort} />
          ))}
          <th className={classes.rest} aria-hidden="true" />
          {rowActions ? <th scope="col" aria-label="Actions" className={classes.narrow} /> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = idOfRow(list, row)
          return (
            <tr key={id} data-row={id} className={classes.row} data-chosen={selection?.ids.has(id) || undefined}>
              {selection ? (
                <td className={classes.narrow}>
                  <Checkbox
                    size="xs"
                    aria-label={`Choose this ${list.one}`}
                    checked={selection.ids.has(id)}
                    onChange={() => selection.toggle(id)}
                  />
                </td>
              ) : null}
              {columns.map((column, place) => (
                <td key={column.name} className={column.align === 'right' ? classes.right : undefined}>
                  {place === 0 ? <RowName href={table.href?.(row)}>{column.cell(row)}</RowName> : column.cell(row)}
                </td>
              ))}
              <td className={classes.rest} />
              {rowActions ? <td className={classes.narrow}>{rowActions(row)}</td> : null}
            </tr>
          )
        })}
      </tbody>
    </FittingTable>
  )
}

/** The name of the record: a link over the whole row, if it has one. */
export const RowName = ({ href, children }: { href: string | null | undefined; children: ReactNode }) =>
  href ? (
    <Link to={href} className={classes.name}>
      {children}
    </Link>
  ) : (
    children
  )

function Heading<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort; onSort: (sort: Sort) => void }) {
  const isSorted = column.sort !== undefined && column.sort === sort.by
  const Arrow = sort.down ? IconArrowDown : IconArrowUp
  return (
    <th
      scope="col"
      className={column.align === 'right' ? classes.right : undefined}
      {...(isSorted ? { 'aria-sort': sort.down ? ('descending' as const) : ('ascending' as const) } : {})}
    >
      {column.sort === undefined ? (
        withTax(column.label)
      ) : (
        <UnstyledButton
          fz="inherit"
          className={classes.sort ?? ''}
          onClick={() => column.sort && onSort({ by: column.sort, down: isSorted && !sort.down })}
        >
          {withTax(column.label)}
          {isSorted ? <Arrow size={14} aria-hidden /> : null}
        </UnstyledButton>
      )}
    </th>
  )
}
