import { statusOf } from '@/documents/statuses'
import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import type { Invoice } from './api/invoice.query'

export type Dot = { label: string; state: 'done' | 'late' | 'open'; at: string }

/** The life of an invoice as five dots: issued – sent – seen – due – paid, with their days. */
export function dotsOf(
  invoice: Pick<Invoice, 'status' | 'state' | 'issue_date' | 'sent_at' | 'first_viewed_at' | 'due_date'>,
  { settledOn, today }: { settledOn: string | null; today: string },
): Dot[] {
  const isSettled = ['paid', 'credited'].includes(invoice.status)
  const isLate = !isSettled && invoice.due_date !== null && invoice.due_date < today
  const reached = (label: string, at: string | null, isReached = at !== null): Dot => ({
    label,
    state: isReached ? 'done' : 'open',
    at: at ?? '',
  })
  return [
    reached('Issued', invoice.issue_date && calendarDayText(invoice.issue_date)),
    reached('Sent', invoice.sent_at && dayText(invoice.sent_at)),
    reached('Seen', invoice.first_viewed_at && dayText(invoice.first_viewed_at)),
    {
      label: isLate ? 'Overdue' : 'Due',
      state: isLate ? 'late' : isSettled ? 'done' : 'open',
      at: invoice.due_date ? calendarDayText(invoice.due_date) : '',
    },
    reached(
      (invoice.status === 'issued' ? null : statusOf('invoice', invoice.state)?.label) ?? 'Paid',
      isSettled && settledOn ? calendarDayText(settledOn) : null,
      isSettled,
    ),
  ]
}
