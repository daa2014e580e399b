import { useQuery } from '@tanstack/react-query'
import classes from '../../shared/accounts.module.css'
import { today } from '../../shared/today'
import { type Invoice, settlementsQuery } from '../api/invoice.query'
import { dotsOf } from '../invoice-dots'

/** Issued – sent – seen – due – paid, with their days. */
export function InvoiceDots({ row, writtenOff }: { row: Invoice; writtenOff: string }) {
  const { data: settlements = [] } = useQuery(settlementsQuery(row.id))
  const dots = dotsOf(row, { today: today(), paidOn: settlements.at(-1)?.on ?? null, writtenOff })
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
