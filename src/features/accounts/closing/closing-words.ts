import { dayAfter } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import type { Check, Closing, ClosingScope } from './api/closing.query'

/** What each part of the list is called, why it matters, and the screen where it is settled. */
export const parts: readonly { part: Check['part']; label: string; clear: string; to: string | null }[] = [
  {
    part: 'bank_entries',
    label: 'Bank entries without a booking',
    clear: 'Every bank entry is booked',
    to: linkTo('/payments/bank-import'),
  },
  {
    part: 'draft_invoices',
    label: 'Draft invoices',
    clear: 'No draft invoices',
    to: `${linkTo('/invoices')}?status=draft`,
  },
  { part: 'draft_credit_notes', label: 'Draft credit notes', clear: 'No draft credit notes', to: linkTo('/invoices') },
  {
    part: 'to_invoice',
    label: 'Delivered and not invoiced',
    clear: 'Everything delivered is invoiced',
    to: linkTo('/to-invoice'),
  },
  {
    part: 'deposits_without_invoice',
    label: 'Deposits without an invoice',
    clear: 'Every deposit has its invoice',
    to: `${linkTo('/statements-activity')}?credit=yes`,
  },
  {
    part: 'open_payments',
    label: 'Payments that settle nothing',
    clear: 'Every payment settles an invoice',
    to: `${linkTo('/statements-activity')}?credit=yes`,
  },
  {
    part: 'unapproved_bills',
    label: 'Bills that nobody approved',
    clear: 'Every bill is approved',
    to: `${linkTo('/supplier-invoices')}?show=inbox`,
  },
  {
    part: 'foreign_bills',
    label: 'Bills in another currency without a worth: they and their payments are not in the books',
    clear: 'Every bill in another currency has its worth',
    to: `${linkTo('/supplier-invoices')}?show=foreign`,
  },
  {
    part: 'costs_without_account',
    label: 'Bills whose costs have no account',
    clear: 'Every cost has its account',
    to: `${linkTo('/supplier-invoices')}?show=no-account`,
  },
  {
    part: 'assets_without_register',
    label: 'Fixed assets on bills that are not in the register, without depreciation',
    clear: 'Every fixed asset is in the register',
    to: linkTo('/fixed-assets'),
  },
  {
    part: 'unpaid_runs',
    label: 'Payment runs not marked as paid',
    clear: 'Every payment run is marked as paid',
    to: `${linkTo('/payment-prepared')}?show=open`,
  },
  {
    part: 'bank_differs',
    label: 'Bank accounts whose entries do not lead to the balance of the bank',
    clear: 'Every bank account agrees with its statements',
    to: linkTo('/payments/bank-import'),
  },
  {
    part: 'cash_differs',
    label: 'The cash book does not agree with its account',
    clear: 'The cash book agrees with its account',
    to: linkTo('/cash-book'),
  },
  {
    part: 'changed_returns',
    label: 'Returns whose figures changed since they were filed',
    clear: 'No filed return changed since',
    to: linkTo('/vat'),
  },
  {
    part: 'returns_to_file',
    label: 'Returns not filed',
    clear: 'No return is left after the last one that was filed',
    to: linkTo('/vat'),
  },
  { part: 'differences', label: 'Papers whose totals disagree', clear: 'All totals agree', to: null },
]

/** The newest closing of a scope; undefined where nobody closed anything. */
export const newestOf = (closings: readonly Closing[], scope: ClosingScope): Closing | undefined =>
  closings.find((closing) => closing.scope === scope)

/** The question before days are closed; `left`: how many things are left to do. */
export const closeQuestion = (day: string, left: number): string =>
  left === 0
    ? `Close up to ${day}?`
    : `Close up to ${day} with ${left === 1 ? 'one thing' : `${left} things`} left to do?`

/** What closing the days means, and what it takes to open them again. */
export const closeWarning = (day: string, scope: ClosingScope, left: number): string =>
  [
    `${scope === 'others' ? 'Nobody but accounts' : 'Nobody'} can book, change or move anything of the days up to ${day} any more.`,
    ...(scope === 'others' ? [] : ['Only an admin can open them again, with a reason.']),
    ...(left === 0 ? [] : ['What is left is booked on a later day, and counts in that month.']),
  ].join(' ')

/** What happened: `Closed up to 31 Oct 2026`. `before` is the closing of the same scope that it replaced. */
export function closingText({ closedTo, scope }: Closing, before: Closing | undefined): string {
  const whom = scope === 'others' ? ' for everybody but accounts' : ''
  if (closedTo === null) return `All days opened${whom}`
  const isReopened = before?.closedTo !== undefined && before.closedTo !== null && before.closedTo > closedTo
  return `${isReopened ? 'Opened again after' : 'Closed up to'} ${calendarDayText(closedTo)}${whom}`
}

/** The last day of the month of a day, `2026-02-28`. */
export const endOfMonth = (day: string): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** The last day of the month after the closed days; the last whole month before today while nothing is closed. */
export const nextToClose = (closedTo: string | null, today: string): string =>
  closedTo === null ? dayAfter(`${today.slice(0, 7)}-01`, -1) : endOfMonth(dayAfter(closedTo, 1))

/** The day that is proposed: the end of the next month to close; empty while that month is not over. */
export function proposedDay(closedTo: string | null, today: string): string {
  const next = nextToClose(closedTo, today)
  return next < today ? next : ''
}
