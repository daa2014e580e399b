import { statusOf } from '@/documents/statuses'
import { formatMoney } from '@/shared/domain/money/money'
import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import { isAbove } from '../shared/payment/allocation'
import type { Invoice } from './api/invoice.query'

export type Dot = { label: string; state: 'done' | 'late' | 'open'; at: string }

/** An open invoice is not paid yet, also where a part of it was paid, credited or written off. */
const notYet = ({ paid, currency }: Pick<Invoice, 'paid' | 'currency'>): string =>
  isAbove(paid, '0') ? `Not yet, ${formatMoney(paid, currency)} so far` : 'Not yet'

/** The life of an invoice as five dots: issued – sent – seen – due – paid, with their days. One over 0.00 has nothing due. */
export function dotsOf(
  invoice: Pick<
    Invoice,
    'status' | 'state' | 'issue_date' | 'sent_at' | 'first_viewed_at' | 'due_date' | 'gross' | 'paid' | 'currency'
  >,
  { settledOn, today }: { settledOn: string | null; today: string },
): Dot[] {
  const isSettled = ['paid', 'credited'].includes(invoice.status)
  const isAhead = invoice.due_date !== null && invoice.due_date > today
  const isLate = !isSettled && invoice.due_date !== null && invoice.due_date < today
  const reached = (label: string, at: string | null, isReached = at !== null): Dot => ({
    label,
    state: isReached ? 'done' : 'open',
    at: at ?? '',
  })
  const seen = [
    reached('Issued', invoice.issue_date && calendarDayText(invoice.issue_date)),
    reached('Sent', invoice.sent_at && dayText(invoice.sent_at)),
    reached('Seen', invoice.first_viewed_at && dayText(invoice.first_viewed_at)),
  ]
  if (!isAbove(invoice.gross, '0')) return [...seen, reached('Nothing to pay', null, true)]
  return [
    ...seen,
    {
      label: isLate ? 'Overdue' : 'Due',
      state: isLate ? 'late' : isSettled && !isAhead ? 'done' : 'open',
      at: invoice.due_date && !isSettled ? calendarDayText(invoice.due_date) : '',
    },
    isSettled
      ? reached(statusOf('invoice', invoice.state)?.label ?? 'Paid', settledOn && calendarDayText(settledOn), true)
      : { label: 'Paid', state: 'open', at: notYet(invoice) },
  ]
}
