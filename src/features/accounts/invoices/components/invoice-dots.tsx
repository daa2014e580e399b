import { useQuery } from '@tanstack/react-query'
import classes from '../../shared/accounts.module.css'
import { today } from '../../shared/today'
import { type Invoice, settlementsQuery } from '../api/invoice.query'
import { writeOffsQuery } from '../api/write-off.query'
import { dotsOf } from '../invoice-dots'

/** Issued – sent – seen – due – paid, with their days. */
export function InvoiceDots({ row }: { row: Invoice }) {
  const { data: settlements = [] } = useQuery(settlementsQuery(row.id))
  const { data: writeOffs = [] } = useQuery(writeOffsQuery(row.id))
  const days = [...settlements.map(({ on }) => on), ...writeOffs.map(({ written_off_on }) => written_off_on)]
  const dots = dotsOf(row, { today: today(), settledOn: days.toSorted().at(-1) ?? null })
  return (
    <ol className={classes.dots} aria-label="Status of this invoice">
      {dots.map(({ label, state, at }) => (
        <li key={label} data-state={state} aria-current={state === 'late' ? 'step' : undefined}>
          {label}
          <span>{at || (state === 'open' ? 'Not yet' : '')}</span>
        </li>
      ))}
    </ol>
  )
}
