import { calendarDayText } from '@/shared/domain/formats'
import { formatMoney } from '@/shared/domain/money'
import { amounts } from '../amounts-field'
import type { OpenInvoice } from '../api/open-invoices.query'

/** How much of a payment each open invoice gets, where the person chooses (`settles` is `chosen`). Amounts are text. */
export const allocationField = (open: readonly OpenInvoice[]) =>
  amounts(
    'Invoices',
    open.map(({ id, number, due_date, balance }) => ({
      id,
      label: number,
      detail: `${formatMoney(balance)} open${due_date ? `, due ${calendarDayText(due_date)}` : ''}`,
      most: balance,
    })),
    { places: 2, column: 'Amount', hiddenUnless: ({ settles }) => settles === 'chosen' },
  )
