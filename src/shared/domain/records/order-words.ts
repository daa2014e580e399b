import type { Announced } from '../money/announced-transfer'
import { announcedWords } from './announced-words'
import { compared, exact, isAboveZero, leftOf, totalOf } from '../money/decimal'
import { englishPageWords, type PageWords } from '../texts/pages/words'
import { formatMoney } from '../money/money'
import type { CancelledMoney, OpenInvoice, OrderEnded } from './order-money'

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
  /** What was paid for it, of a cancelled one all that came, and the day of the last payment. */
  paid?: string | undefined
  paid_on?: string | null | undefined
  /** What became of the payments, where it is cancelled, or its rest ended and it comes to less. */
  money?: CancelledMoney | null | undefined
  /** Its rest ended: on which day, and what it came to before. */
  ended?: OrderEnded | null | undefined
  /** It was lowered to what is made: on which day, and what it came to before. */
  lowered?: OrderEnded | null | undefined
  /** What of the client’s credit can pay the deposit that is due. */
  credit?: string | null | undefined
  /** Transfers that they announced and that are not recorded yet. */
  announced?: Announced | undefined
  /** The promised day, and the one that it takes the place of: the client's texts say that one, or they were told it. */
  promised_date?: string | null | undefined
  day_before?: string | null | undefined
  /** A proof waits for their answer: work begins when it is approved. */
  proof_waits?: boolean | undefined
  /** The quotation was for extra work on this order. */
  is_amended?: boolean | undefined
}

/** What can be paid of an order before its invoice, as decimal text. */
export const aheadOf = ({ ahead, gross, deposit_paid }: Pick<OrderOfClient, 'ahead' | 'gross' | 'deposit_paid'>) =>
  ahead ?? leftOf(gross, deposit_paid)

type DepositOf = Pick<OrderOfClient, 'status' | 'deposit_amount' | 'deposit_paid' | 'ahead'>

/** The unpaid deposit, as decimal text; zero for an order on hold or cancelled, and of what is invoiced already. */
export function depositDue({ status, deposit_amount, deposit_paid, ahead }: DepositOf): string {
  if (status === 'cancelled' || status === 'on_hold') return '0.00'
  const left = leftOf(deposit_amount, deposit_paid)
  return ahead !== undefined && compared(exact(ahead), exact(left)) < 0 ? ahead : left
}

/** What the open deposit invoices of an order ask for, as decimal text. */
const askedByInvoice = ({ open_invoices = [] }: Pick<OrderOfClient, 'open_invoices'>): string =>
  totalOf(open_invoices.filter(({ kind }) => kind === 'deposit').map(({ balance }) => balance))

/** The unpaid deposit that no deposit invoice asks for, as decimal text: the client is asked for the same money once. */
export const depositLeft = (order: DepositOf & Pick<OrderOfClient, 'open_invoices'>): string =>
  leftOf(depositDue(order), askedByInvoice(order))

const invoiceTexts = {
  deposit: 'invoice_deposit',
  progress: 'invoice_progress',
  final: 'invoice_final',
} as const
const isInvoiceKind = (kind: string): kind is keyof typeof invoiceTexts => Object.hasOwn(invoiceTexts, kind)

/** “Your final invoice INV-2026-0300 is open: €151.93, due on 12 Dec 2026.” Empty without an open invoice. */
export const openInvoiceWords = (
  { open_invoices = [] }: Pick<OrderOfClient, 'open_invoices'>,
  currency: string,
  words = englishPageWords,
): string =>
  open_invoices
    .map(({ kind, number, balance, due_date, is_overdue, announced }) => {
      const { say, day } = words
      const invoice = say(isInvoiceKind(kind) ? invoiceTexts[kind] : 'invoice')
      const about = { invoice, number, amount: formatMoney(balance, currency) }
      const open = due_date
        ? say(is_overdue ? 'invoice_open_late' : 'invoice_open_due', { ...about, day: day(due_date) })
        : say('invoice_open', about)
      return announced.length > 0 ? `${open} ${announcedWords(announced, words)}` : open
    })
    .join(' ')

/** “We received €59.00 on 20 Nov 2026.” Null while nothing was paid. */
export function receivedWords(
  { paid, paid_on, deposit_paid }: OrderOfClient,
  currency: string,
  { say, day } = englishPageWords,
): string | null {
  const received = paid ?? deposit_paid
  if (!isAboveZero(received)) return null
  const amount = formatMoney(received, currency)
  return paid_on ? say('received_on', { amount, day: day(paid_on) }) : say('received', { amount })
}

/** What became of money that the order does not come to, all of it where it is cancelled: used for other papers, paid back, or credit still. */
function becameWords({ paid, money }: OrderOfClient, currency: string, { say, day }: PageWords): string {
  if (!money) return say('is_credit')
  const isAll = (amount: string) => compared(exact(amount), exact(paid ?? amount)) >= 0
  const shown = (amount: string) => formatMoney(amount, currency)
  const used = totalOf(money.used.map(({ amount }) => amount))
  const numbers = money.used.map(({ number }) => number).join(', ')
  const { credit, paid_back: back, paid_back_on } = money
  const dayBack = paid_back_on ? day(paid_back_on) : ''
  return [
    isAboveZero(used) && say(isAll(used) ? 'all_used_for' : 'part_used_for', { amount: shown(used), numbers }),
    isAboveZero(back) && say(isAll(back) ? 'all_paid_back' : 'part_paid_back', { amount: shown(back), day: dayBack }),
    isAboveZero(credit) && (isAll(credit) ? say('is_credit') : say('part_is_credit', { amount: shown(credit) })),
  ]
    .filter(Boolean)
    .join(' ')
}

/** “You have €600.00 of credit with us: it can pay this.” Null without credit. */
const creditWords = ({ credit }: OrderOfClient, currency: string, { say }: PageWords): string | null =>
  credit && isAboveZero(credit) ? say('credit_can_pay', { amount: formatMoney(credit, currency) }) : null

/** What is open after a delivery: the invoices, or what still has to be invoiced, or nothing. */
function restWords(order: OrderOfClient, currency: string, words: PageWords): string | null {
  const open = openInvoiceWords(order, currency, words)
  if (open || order.ahead === undefined) return open || null
  if (isAboveZero(order.ahead)) return words.say('rest_with_invoice', { amount: formatMoney(order.ahead, currency) })
  return words.say(order.invoice_follows ? 'invoice_follows' : 'nothing_open')
}

const beginWords = ({ is_amended, order_number: number }: OrderOfClient, { say }: PageWords): string =>
  say(is_amended ? 'have_extra_work' : 'have_order_number', { number })

const dueBeforeWork = ({ announced }: OrderOfClient, amount: string, words: PageWords): string =>
  announced?.length
    ? `${announcedWords(announced, words)} ${words.say('then_we_begin')}`
    : words.say('deposit_is_due', { amount })

/** Work begins with the payment of a deposit invoice that is open, else now; null while a proof waits, which `ProofWaits` says with its link. */
function nextWords(order: OrderOfClient, { say }: PageWords): string | null {
  if (order.proof_waits) return null
  return say(isAboveZero(askedByInvoice(order)) ? 'then_we_begin' : 'begin_job')
}

/** A promised day beside the one that it takes the place of: “9 Dec 2026 (before: 11 Dec 2026)”. */
export const dayOfOrderWords = (promised: string, before: string | null | undefined, { say, day }: PageWords): string =>
  before ? say('day_instead', { day: day(promised), before: day(before) }) : day(promised)

/** “The rest of it ended on 30 Nov 2026: the order comes to €127.40 instead of €664.84.” Null where it did not end and was not lowered. */
function endedWords(
  { ended, lowered, gross }: OrderOfClient,
  currency: string,
  { say, day }: PageWords,
): string | null {
  const change = ended ?? lowered
  if (!change) return null
  return say(ended ? 'rest_ended' : 'was_lowered', {
    day: day(change.on),
    amount: formatMoney(gross, currency),
    before: formatMoney(change.gross_before, currency),
  })
}

/** What was received of an order that goes on, and what became of what is more than it comes to. */
function receivedAndFree(order: OrderOfClient, currency: string, words: PageWords): string | null {
  const received = receivedWords(order, currency, words)
  return received && order.money ? `${received} ${becameWords(order, currency, words)}` : received
}

/** The state of an order as sentences for its client: what is paid, what is open, and what happens next. */
export function orderWords(order: OrderOfClient | null, currency: string, words = englishPageWords): string {
  const { say } = words
  if (order === null) return say('have_order')
  const number = order.order_number
  const open = openInvoiceWords(order, currency, words) || null
  const begin = beginWords(order, words)
  const received = receivedWords(order, currency, words)
  const got = receivedAndFree(order, currency, words)
  const ended = endedWords(order, currency, words)
  const left = depositLeft(order)
  const promised = order.promised_date
    ? say('promised', { day: dayOfOrderWords(order.promised_date, order.day_before, words) })
    : null
  const sentences = (...said: (string | null)[]) => said.filter(Boolean).join(' ')
  switch (order.status) {
    case 'cancelled':
      return sentences(
        say(open ? 'cancelled_owing' : 'cancelled_free', { number }),
        open,
        received && `${received} ${becameWords(order, currency, words)}`,
      )
    case 'on_hold':
      return sentences(say('held', { number }), received && `${received} ${say('stays_paid')}`, open)
    case 'ready':
      return sentences(say('ready', { number }), ended, got, open)
    case 'part_delivered':
      return sentences(say('part_delivered', { number }), ended, got, open, promised)
    case 'delivered':
    case 'completed':
      return sentences(say('delivered', { number }), ended, got, restWords(order, currency, words))
    case 'in_production':
      return sentences(begin, ended, got, open, say('in_work'), promised)
    default:
      if (isAboveZero(left))
        return sentences(
          begin,
          ended,
          got,
          dueBeforeWork(order, formatMoney(left, currency), words),
          creditWords(order, currency, words),
          open,
          promised,
        )
      return sentences(begin, ended, got, open, nextWords(order, words), promised)
  }
}
