import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { amounts } from '../amounts-field'
import type { OpenInvoice } from '../api/open-invoices.query'

/** The amount for each open invoice of a client or a supplier. Amounts are text. */
export const partsField = (open: readonly OpenInvoice[], more: Partial<Parameters<typeof amounts>[2]> = {}) =>
  amounts(
    'Invoices',
    open.map(({ id, number, due_date, balance, currency, own }) => ({
      id,
      label: number,
      detail: `${own ? `${own} open, worth ${formatMoney(balance)}: all of it is paid, enter what that cost` : `${formatMoney(balance, currency)} open`}${
        due_date ? `, due ${calendarDayText(due_date)}` : ''
      }`,
      most: own ? '999999999' : balance,
    })),
    { places: 2, column: 'Amount', ...more },
  )

/** The same of a payment, where the person chooses (`settles` is `chosen`). */
export const allocationField = (open: readonly OpenInvoice[]) =>
  partsField(open, { hiddenUnless: ({ settles }) => settles === 'chosen' })
