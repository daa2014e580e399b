import { useQuery } from '@tanstack/react-query'
import { SumsNote } from '@/kit/rates/sums-note'
import { statusOf } from '@/documents/statuses'
import { type FilterValues } from '@/kit/list/filter'
import { exact, plus, written } from '@/shared/domain/money/decimal'
import { countText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { quotationSumsQuery } from '../api/quotations.query'
import type { quotationFilters } from '../quotation-filters'
import classes from './quotations.module.css'

const statuses = ['draft', 'sent', 'change_requested', 'approved', 'converted', 'rejected', 'expired', 'cancelled']

/** The number and the sum of the shown quotations, by status. */
export function QuotationSums({ filter }: { filter: FilterValues<typeof quotationFilters> }) {
  const { data: sums = [], isPending } = useQuery(quotationSumsQuery(filter))
  if (isPending) return <Place />
  // The sums have no filter for questions.
  if (sums.length === 0 || filter.asked) return null
  const total = written(sums.reduce((sum, { gross }) => plus(sum, exact(gross)), exact('0.00')))
  const count = sums.reduce((sum, { quotations }) => sum + quotations, 0)
  return (
    <>
      <dl className={classes.sums} aria-label="Totals of the shown quotations">
        {sums
          .toSorted((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status))
          .map(({ status, quotations, gross }) => (
            <div key={status}>
              <dt>
                {statusOf('quotation', status)?.label ?? status} <span>{countText(quotations)}</span>
              </dt>
              <dd>{formatMoney(gross)}</dd>
            </div>
          ))}
        {sums.length > 1 ? (
          <div data-total>
            <dt>
              All shown <span>{countText(count)}</span>
            </dt>
            <dd>{formatMoney(total)}</dd>
          </div>
        ) : null}
      </dl>
      <SumsNote of="quotation" />
    </>
  )
}

/** Keeps the room of the sums while they are read, so that the list under them does not move. */
const Place = () => (
  <dl className={classes.sums} aria-hidden>
    <div>
      <dt>…</dt>
      <dd>…</dd>
    </div>
  </dl>
)
