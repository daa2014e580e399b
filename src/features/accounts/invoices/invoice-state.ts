import { nothingToPay, type Status, statusOf } from '@/documents/statuses'
import { daysBetween } from '@/shared/domain/time/days'
import { isAbove } from '../shared/payment/allocation'

type Owed = { status: string; state: string; gross: string; balance: string; due_date: string | null }

const isOwed = ({ status, balance }: Owed): boolean =>
  ['issued', 'partly_paid'].includes(status) && isAbove(balance, '0')

/** Days past due of an invoice that is not settled; null for every other one. */
export function lateOf(invoice: Owed, today: string): number | null {
  if (!invoice.due_date || !isOwed(invoice)) return null
  const late = daysBetween(invoice.due_date, today)
  return late > 0 ? late : null
}

/**
 * The badge of an invoice over 0.00, and of one of which a part is written off and the rest is still owed: it waits, or is
 * overdue. Null for every other invoice, whose badge its state says.
 */
export function stateOfRest(invoice: Owed, today: string): Status | null {
  const known = statusOf('invoice', invoice.state)
  const nothing = nothingToPay(invoice)
  if (nothing) return nothing
  if (!known || invoice.state !== 'part_written_off' || !isOwed(invoice)) return null
  return lateOf(invoice, today) === null
    ? { ...known, tone: 'waits', shape: 'half' }
    : { label: `${known.label}, overdue`, tone: 'wrong', shape: 'half' }
}
