import { compared, exact, isAboveZero, leftOf } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { keepsDeposits } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { type DepositOfOrder, isDepositDue } from '../shared/deposit-due'

type DepositMoney = {
  currency?: string
  status: string
  deposit_amount: string
  deposit_paid: string
  deposit_back: string
}

const paidWords = ({ deposit_amount, deposit_paid, currency }: DepositMoney): string => {
  if (isAboveZero(deposit_paid))
    return compared(exact(deposit_paid), exact(deposit_amount)) >= 0
      ? `${formatMoney(deposit_paid, currency)} paid`
      : `${formatMoney(deposit_paid, currency)} of ${formatMoney(deposit_amount, currency)}`
  return isAboveZero(deposit_amount) ? `${formatMoney(deposit_amount, currency)} due` : ''
}

/** The state of an order's deposit as words, with what of it was credited; empty without one. Amounts are decimal text. */
export function depositWords(order: DepositMoney): string {
  const back = isAboveZero(order.deposit_back) ? `${formatMoney(order.deposit_back, order.currency)} credited` : ''
  return order.status === 'cancelled' ? back : [paidWords(order), back].filter(Boolean).join(', ')
}

/** What is still to invoice of an order, and how much of it a draft holds, as words; null for a cancelled order. Amounts are decimal text. */
export const toInvoiceWords = (left: { amount: string; drafted: string } | null | undefined, currency: string) =>
  left
    ? `${formatMoney(left.amount, currency)}${isAboveZero(left.drafted) ? `, ${formatMoney(left.drafted, currency)} of it on a draft` : ''}`
    : null

type DepositInvoice = { kind: string; balance: string; invoice_number: string | null }

/** The deposit invoice of an order that is open; null without one. Only an issued invoice has a number. */
export const openDepositInvoice = <Row extends DepositInvoice>(invoices: readonly Row[] = []): Row | null =>
  invoices.find(({ kind, invoice_number, balance }) => kind === 'deposit' && invoice_number && isAboveZero(balance)) ??
  null

/** The effect of cancelling, with the deposits that are paid and not credited, and the number of a deposit invoice that is open. */
export const cancelWords = (deposit: string, currency: string, asking: string | null = null): string =>
  [
    asking ? `The open deposit invoice ${asking} is credited.` : '',
    'Its jobs and open payment requests are cancelled too.',
    isAboveZero(deposit)
      ? `${formatMoney(deposit, currency)} is paid as deposit. ${keepsDeposits() ? 'The money' : 'A credit note over it is issued, and the money'} becomes credit of the client. Accounts refunds it or uses it for another invoice.`
      : '',
  ]
    .filter(Boolean)
    .join(' ')

/** The part of the deposit that is not paid, in words; null where none is open. */
export const depositOpenWords = (order: DepositOfOrder & { currency: string }): string | null =>
  isDepositDue(order) ? formatMoney(leftOf(order.deposit_amount, order.deposit_paid), order.currency) : null

/** The address of the payment form with client, order and deposit filled in. */
export const depositHref = ({ id, contact_id }: { id: string; contact_id: string }): string =>
  `${linkTo('/statements-activity')}?dialog=payment.${contact_id}.${id}`
