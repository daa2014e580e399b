import { type Announced, announcedWords } from '../money/announced-transfer'
import { exact, isAboveZero, minus, written } from '../money/decimal'
import { calendarDayText } from '../text/formats'
import { formatMoney } from '../money/money'

/** An order as its client may see it. Amounts are decimal text. */
export type OrderOfClient = {
  order_number: string
  status: string
  deposit_amount: string
  deposit_paid: string
  gross: string
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

/** The unpaid deposit, as decimal text; zero for an order on hold or cancelled. */
export const depositLeft = ({
  status,
  deposit_amount,
  deposit_paid,
}: Pick<OrderOfClient, 'status' | 'deposit_amount' | 'deposit_paid'>): string =>
  status === 'cancelled' || status === 'on_hold' ? '0.00' : leftOf(deposit_amount, deposit_paid)

/** “We received €59.00 on 20 Nov 2026.” Null while nothing was paid. */
export function receivedWords({ paid, paid_on, deposit_paid }: OrderOfClient, currency: string): string | null {
  const amount = paid ?? deposit_paid
  if (!isAboveZero(amount)) return null
  return `We received ${formatMoney(amount, currency)}${paid_on ? ` on ${calendarDayText(paid_on)}` : ''}.`
}

/** The state of an order as sentences for its client: what is paid, and what happens next. */
export function orderWords(order: OrderOfClient | null, currency: string): string {
  if (order === null) return 'We have your order.'
  const begin = order.is_amended
    ? `The extra work is part of your order ${order.order_number} now.`
    : `We have your order ${order.order_number}.`
  const received = receivedWords(order, currency)
  const left = depositLeft(order)
  const promised = order.promised_date ? `It is promised for ${calendarDayText(order.promised_date)}.` : null
  const sentences = (...words: (string | null)[]) => words.filter(Boolean).join(' ')
  switch (order.status) {
    case 'cancelled':
      return sentences(
        `Your order ${order.order_number} was cancelled. Nothing is made and nothing is to be paid.`,
        received && `${received} This money is your credit: we use it for another invoice or pay it back.`,
      )
    case 'on_hold':
      return sentences(
        `Your order ${order.order_number} is on hold. We will call you before work goes on.`,
        received && `${received} It stays paid for this order.`,
      )
    case 'ready':
      return sentences(`Your order ${order.order_number} is ready. We arrange the delivery with you.`, received)
    case 'part_delivered':
      return sentences(
        `A part of your order ${order.order_number} was delivered. The rest follows.`,
        received,
        promised,
      )
    case 'delivered':
    case 'completed':
      return sentences(`Your order ${order.order_number} was delivered.`, received)
    case 'in_production':
      return sentences(begin, received, 'We work on it.', promised)
    default:
      if (isAboveZero(left))
        return sentences(
          begin,
          received,
          order.announced?.length
            ? `${announcedWords(order.announced)} Then we begin.`
            : `A deposit of ${formatMoney(left, currency)} is due before we begin.`,
          promised,
        )
      return sentences(begin, received, 'We begin with your job.', promised)
  }
}
