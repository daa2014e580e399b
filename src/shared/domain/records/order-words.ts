import { type Announced, announcedWords } from '../money/announced-transfer'
import { compared, exact, isAboveZero, minus, written } from '../money/decimal'
import { calendarDayText } from '../text/formats'
import { formatMoney } from '../money/money'
import type { OpenInvoice } from './order-money'

/** An order as its client may see it. Amounts are decimal text. */
export type OrderOfClient = {
  order_number: string
  status: string
  deposit_amount: string
  deposit_paid: string
  gross: string
  /** What can still be paid before its invoice. */
  ahead?: string | undefined
  /** An invoice of it is being written. */
  invoice_follows?: boolean | undefined
  open_invoices?: readonly OpenInvoice[] | undefined
  /** The payments minus refunds, and the day of the last payment. */
  paid?: string | undefined
  paid_on?: string | null | undefined
  /** Transfers that they announced and that are not recorded yet. */
  announced?: Announced | undefined
  /** The day that the client was told. */
  promised_date?: string | null | undefined
  /** The quotation was for extra work on this order. */
  is_amended?: boolean | undefined
}

/** The rest of an amount after a payment, as decimal text; never below zero. */
export function leftOf(amount: string, paid: string): string {
  const rest = written(minus(exact(amount), exact(paid)))
  return isAboveZero(rest) ? rest : '0.00'
}

/** What can be paid of an order before its invoice, as decimal text. */
export const aheadOf = ({ ahead, gross, deposit_paid }: Pick<OrderOfClient, 'ahead' | 'gross' | 'deposit_paid'>) =>
  ahead ?? leftOf(gross, deposit_paid)

/** The unpaid deposit, as decimal text; zero for an order on hold or cancelled, and of what is invoiced already. */
export function depositLeft({
  status,
  deposit_amount,
  deposit_paid,
  ahead,
}: Pick<OrderOfClient, 'status' | 'deposit_amount' | 'deposit_paid' | 'ahead'>): string {
  if (status === 'cancelled' || status === 'on_hold') return '0.00'
  const left = leftOf(deposit_amount, deposit_paid)
  return ahead !== undefined && compared(exact(ahead), exact(left)) < 0 ? ahead : left
}

const invoiceWords: Readonly<Record<string, string>> = {
  deposit: 'deposit invoice',
  progress: 'progress invoice',
  final: 'final invoice',
}

/** “Your final invoice INV-2026-0300 is open: €151.93, due on 12 Dec 2026.” Empty without an open invoice. */
export const openInvoiceWords = ({ open_invoices = [] }: Pick<OrderOfClient, 'open_invoices'>, currency: string) =>
  open_invoices
    .map(({ kind, number, balance, due_date, is_overdue, announced }) => {
      const due = due_date ? `, ${is_overdue ? 'was due' : 'due'} on ${calendarDayText(due_date)}` : ''
      const open = `Your ${invoiceWords[kind] ?? 'invoice'} ${number} is open: ${formatMoney(balance, currency)}${due}.`
      return announced.length > 0 ? `${open} ${announcedWords(announced)}` : open
    })
    .join(' ')

/** “We received €59.00 on 20 Nov 2026.” Null while nothing was paid. */
export function receivedWords({ paid, paid_on, deposit_paid }: OrderOfClient, currency: string): string | null {
  const amount = paid ?? deposit_paid
  if (!isAboveZero(amount)) return null
  return `We received ${formatMoney(amount, currency)}${paid_on ? ` on ${calendarDayText(paid_on)}` : ''}.`
}

/** What is open after a delivery: the invoices, or what still has to be invoiced, or nothing. */
function restWords(order: OrderOfClient, currency: string): string | null {
  const open = openInvoiceWords(order, currency)
  if (open || order.ahead === undefined) return open || null
  if (isAboveZero(order.ahead)) return `The rest of ${formatMoney(order.ahead, currency)} comes with your invoice.`
  return order.invoice_follows ? 'Your invoice follows.' : 'Nothing is open.'
}

const beginWords = ({ is_amended, order_number }: OrderOfClient): string =>
  is_amended ? `The extra work is part of your order ${order_number} now.` : `We have your order ${order_number}.`

const dueBeforeWork = ({ announced }: OrderOfClient, deposit: string): string =>
  announced?.length ? `${announcedWords(announced)} Then we begin.` : `A deposit of ${deposit} is due before we begin.`

/** The state of an order as sentences for its client: what is paid, what is open, and what happens next. */
export function orderWords(order: OrderOfClient | null, currency: string): string {
  if (order === null) return 'We have your order.'
  const open = openInvoiceWords(order, currency) || null
  const begin = beginWords(order)
  const received = receivedWords(order, currency)
  const left = depositLeft(order)
  const promised = order.promised_date ? `It is promised for ${calendarDayText(order.promised_date)}.` : null
  const sentences = (...words: (string | null)[]) => words.filter(Boolean).join(' ')
  switch (order.status) {
    case 'cancelled':
      return sentences(
        open
          ? `Your order ${order.order_number} was cancelled. Nothing more is made.`
          : `Your order ${order.order_number} was cancelled. Nothing is made and nothing is to be paid.`,
        open,
        received && `${received} This money is your credit: we use it for another invoice or pay it back.`,
      )
    case 'on_hold':
      return sentences(
        `Your order ${order.order_number} is on hold. We will call you before work goes on.`,
        received && `${received} It stays paid for this order.`,
        open,
      )
    case 'ready':
      return sentences(`Your order ${order.order_number} is ready. We arrange the delivery with you.`, received, open)
    case 'part_delivered':
      return sentences(
        `A part of your order ${order.order_number} was delivered. The rest follows.`,
        received,
        open,
        promised,
      )
    case 'delivered':
    case 'completed':
      return sentences(`Your order ${order.order_number} was delivered.`, received, restWords(order, currency))
    case 'in_production':
      return sentences(begin, received, open, 'We work on it.', promised)
    default:
      if (isAboveZero(left))
        return sentences(begin, received, dueBeforeWork(order, formatMoney(left, currency)), open, promised)
      return sentences(begin, received, open, 'We begin with your job.', promised)
  }
}
