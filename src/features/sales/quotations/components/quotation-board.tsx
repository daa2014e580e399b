import { Anchor } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { statusOf } from '@/documents/statuses'
import { ListFilters } from '@/kit/list/list-filters'
import { useFilters } from '@/kit/list/use-filters'
import { useLive } from '@/kit/live/use-live'
import { nameOrHidden } from '@/shared/domain/people/contact'
import { calendarDayText, countText, dayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { todayOf } from '@/shared/domain/time/today'
import { Problem } from '@/shared/ui/page/problem'
import { useRecordHref } from '@/shared/ui/page/record-links'
import {
  boardColumnQuery,
  openStatuses,
  type QuotationLine,
  quotationsKey,
  quotationSumsQuery,
} from '../api/quotations.query'
import { quotationFilters } from '../quotation-filters'
import classes from './quotations.module.css'

const wonStatuses = ['converted']
const lostStatuses = ['rejected', 'expired', 'cancelled']

/** The quotations by status, the newest of each; a card leads to the quotation. */
export function QuotationBoard() {
  const { filter, set, change } = useFilters(quotationFilters)
  const statuses = filter.status
    ? [filter.status]
    : filter.show === 'open'
      ? openStatuses
      : filter.show === 'won'
        ? wonStatuses
        : filter.show === 'lost'
          ? lostStatuses
          : [...openStatuses, ...wonStatuses, 'rejected', 'expired']
  const columns = useQueries({ queries: statuses.map((status) => boardColumnQuery(filter, status)) })
  const { data: sums = [] } = useQuery(quotationSumsQuery(filter))
  useLive(quotationsKey, [{ page: 'quotations', tables: ['quotations'] }])
  return (
    <>
      <ListFilters filters={quotationFilters} values={filter} set={set} onChange={change} />
      <div className={classes.board}>
        {statuses.map((status, place) => {
          const column = columns[place]
          const sum = sums.find((each) => each.status === status)
          const more = (sum?.quotations ?? 0) - (column?.data?.length ?? 0)
          const label = statusOf('quotation', status)?.label ?? status
          return (
            <section key={status} className={classes.column} aria-label={label}>
              <header className={classes.columnHead}>
                <h2>{label}</h2>
                <span>
                  {countText(sum?.quotations ?? 0)} · {formatMoney(sum?.gross ?? '0.00')}
                </span>
              </header>
              {column?.isError ? (
                <Problem onRetry={() => void column.refetch()}>These quotations could not be read</Problem>
              ) : null}
              <ul className={classes.cards}>
                {(column?.data ?? []).map((row) => (
                  <li key={row.id}>
                    <Card row={row} />
                  </li>
                ))}
              </ul>
              {more > 0 ? (
                <Anchor component={Link} size="sm" to={`?show=all&status=${status}`} mt="xs" display="block">
                  {countText(more)} more in the list
                </Anchor>
              ) : null}
            </section>
          )
        })}
      </div>
    </>
  )
}

const isDue = ({ follow_up_on }: QuotationLine) => follow_up_on !== null && follow_up_on <= todayOf(Date.now())

function Card({ row }: { row: QuotationLine }) {
  const href = useRecordHref()
  return (
    <Link to={href('quotation', row.id) ?? ''} className={classes.card}>
      <span className={classes.cardTop}>
        <strong>{row.number_with_version}</strong>
        <span>{formatMoney(row.gross, row.currency)}</span>
      </span>
      {nameOrHidden(row.contact)}
      <span className={classes.quiet}>{row.project_title}</span>
      {row.follow_up_on && openStatuses.includes(row.status) ? (
        <span className={isDue(row) ? classes.due : classes.quiet}>Follow up {calendarDayText(row.follow_up_on)}</span>
      ) : null}
      {row.status === 'sent' && row.valid_until ? (
        <span className={classes.quiet}>
          {row.last_viewed_at ? `Opened ${dayText(row.last_viewed_at)}` : 'Not opened yet'} · valid until{' '}
          {calendarDayText(row.valid_until)}
        </span>
      ) : null}
    </Link>
  )
}
