import { Anchor } from '@mantine/core'
import { Link } from 'react-router-dom'
import { accountText, figureText, type Report, type ReportColumn, type ReportSum } from '../report'
import classes from './report.module.css'

type CellsProps = { columns: readonly ReportColumn[]; cells: ReportSum['cells'] }

const Cells = ({ columns, cells }: CellsProps) =>
  columns.map(({ label, kind }, place) => <td key={label}>{figureText(kind, cells[place] ?? null)}</td>)

/** A report as a table whose names stay while its columns scroll. Accounts lead to their sheets. */
export function ReportTable({ report }: { report: Report }) {
  const { name, columns, sections, total } = report
  return (
    <div className={classes.scroll} role="group" aria-label={name} tabIndex={0}>
      <table className={classes.table} aria-label={name} data-wide={columns.length > 4 || undefined}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {sections.map(({ title, rows, sum }) => (
          <tbody key={title}>
            <tr className={classes.title}>
              <th scope="rowgroup" colSpan={columns.length + 1}>
                <span>{title}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  {row.href === null ? (
                    accountText(row)
                  ) : (
                    <Anchor component={Link} to={row.href} inherit>
                      {accountText(row)}
                    </Anchor>
                  )}
                </th>
                <Cells columns={columns} cells={row.cells} />
              </tr>
            ))}
            <SumRow className={classes.sum ?? ''} columns={columns} sum={sum} />
          </tbody>
        ))}
        {total ? (
          <tfoot>
            <SumRow className={classes.total ?? ''} columns={columns} sum={total} />
          </tfoot>
        ) : null}
      </table>
    </div>
  )
}

type SumRowProps = { className: string; columns: readonly ReportColumn[]; sum: ReportSum }

const SumRow = ({ className, columns, sum }: SumRowProps) => (
  <tr className={className}>
    <th scope="row">{sum.name}</th>
    <Cells columns={columns} cells={sum.cells} />
  </tr>
)
