import type { ReactNode } from 'react'
import { exact, minus, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { currentFormats } from '@/shared/domain/text/formats'
import { RecordLink } from '@/shared/ui/page/record-links'
import { isAbove } from '../../shared/payment/allocation'
import { dueText } from '../../shared/today'
import type { Invoice } from '../api/invoice.query'
import { InvoiceRate } from '../components/invoice-rate'
import type { InvoicePage } from './use-invoice-page'

type Facts = Readonly<Record<string, ReactNode>>

/** What an invoice is about. */
export const invoiceFacts = ({ row, rights }: InvoicePage): Facts => ({
  Order: row.order ? (
    <RecordLink kind="order" id={row.order.id}>
      {row.order.order_number}
    </RecordLink>
  ) : null,
  'Client’s order': row.client_po,
  Due: dueText(row),
  Rate: row.currency === currentFormats().currency ? null : <InvoiceRate row={row} />,
  Account: can(rights, 'statements', 'view') ? (
    <RecordLink kind="statement" id={row.contact_id}>
      Statement of the client
    </RecordLink>
  ) : null,
})

/** The amounts of an invoice: its total, what settled it, and what is to be paid. */
export function invoiceAmounts({ row, isIssued, nothing }: InvoicePage): Facts {
  const money = (amount: string) => formatMoney(amount, row.currency)
  const aboveZero = (amount: string) => (isAbove(amount, '0') ? money(amount) : null)
  const isPayable = isIssued && !nothing
  return {
    Total: money(row.gross),
    'Worth in the books': row.worth === null ? null : formatMoney(row.worth),
    Paid: isPayable ? money(row.paid) : null,
    Credited: isPayable ? money(creditedByNotes(row)) : null,
    'Cash discount': aboveZero(row.cash_discounted),
    'Written off': aboveZero(row.written_off),
    'To pay': isIssued ? <strong>{nothing?.label ?? money(row.balance)}</strong> : null,
  }
}

/** What credit notes took off, without what was written off and the cash discount. */
const creditedByNotes = ({ credited, written_off, cash_discounted }: Invoice): string =>
  written(minus(minus(exact(credited), exact(written_off)), exact(cash_discounted)))
