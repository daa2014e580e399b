import { isDay } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import type { OpenInvoice } from '../api/open-invoices.query'

/** The newest of these invoices that is of a later day than the payment; null where the payment came on its day or after. */
export function invoiceAfter(day: string, ids: readonly string[], open: readonly OpenInvoice[]): OpenInvoice | null {
  if (!isDay(day)) return null
  const later = open.filter(({ id, issue_date }) => ids.includes(id) && (issue_date ?? '') > day)
  return later.toSorted((one, other) => (other.issue_date ?? '').localeCompare(one.issue_date ?? ''))[0] ?? null
}

/** The question about a payment from before its invoice: mostly a slip in the year. */
export const paidBeforeWords = ({ number, issue_date }: OpenInvoice, day: string): string =>
  `${number} is of ${calendarDayText(issue_date ?? day)}. Was it paid on ${calendarDayText(day)}?`
