import { announcedWords } from '@/shared/domain/records/announced-words'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { depositDue, type OrderOfClient } from '@/shared/domain/records/order-words'
import { linkTo } from '@/shared/lib/address'
import type { PortalWords } from './use-portal-words'

/** The next step of a client for a document: words and a link. `action` null: the client only waits. */
export type Waiting = { words: string; action: { label: string; href: string } | null }

type Deposit = Pick<OrderOfClient, 'status' | 'deposit_amount' | 'deposit_paid' | 'announced' | 'open_invoices'>

type Due = { uuid: string; amount: string; currency: string }

const payDeposit = (
  { announced = [] }: Deposit,
  { uuid, amount, currency }: Due,
  { say, page }: PortalWords,
): Waiting =>
  announced.length > 0
    ? { words: `${announcedWords(announced, page)} ${say('then_begins')}`, action: null }
    : {
        words: say('begins_with_deposit', { amount: formatMoney(amount, currency) }),
        action: { label: page.say('pay_deposit'), href: `/payments/deposit/${uuid}` },
      }

type Offered = {
  status: string
  valid_until: string | null
  public_uuid: string
  currency: string
  order: Deposit | null
}

/** The client's next step for a quotation on that day (`2026-11-20`); null without one. */
export function quotationWaits(quotation: Offered, today: string, words: PortalWords): Waiting | null {
  const { say, page } = words
  const { status, valid_until, public_uuid, currency, order } = quotation
  const isPast = valid_until !== null && valid_until < today
  switch (status) {
    case 'sent':
      return isPast
        ? { words: say('was_valid', { day: page.day(valid_until) }), action: null }
        : {
            words: valid_until ? say('wait_until', { day: page.day(valid_until) }) : say('wait_for_answer'),
            action: { label: say('look_and_answer'), href: `/client-quotations/${public_uuid}` },
          }
    case 'change_requested':
      return { words: say('new_version_coming'), action: null }
    case 'expired':
      return { words: say('day_passed'), action: null }
    case 'approved':
    case 'converted': {
      const due = order ? depositDue(order) : '0.00'
      return order && isAboveZero(due) ? payDeposit(order, { uuid: public_uuid, amount: due, currency }, words) : null
    }
    default:
      return null
  }
}

type Ordered = Deposit & {
  currency: string
  due_date: string | null
  quotation: { public_uuid: string } | null
}

/** The client's next step for an order; null when all is done. */
export function orderWaits(order: Ordered, today: string, words: PortalWords): Waiting | null {
  const { say, page } = words
  const due = depositDue(order)
  if (order.status === 'cancelled' || order.status === 'completed') return null
  if (order.status === 'on_hold') return { words: say('order_held'), action: null }
  if (isAboveZero(due) && order.quotation)
    return payDeposit(order, { uuid: order.quotation.public_uuid, amount: due, currency: order.currency }, words)
  if (order.status === 'ready') return { words: say('order_ready'), action: null }
  if (order.status === 'delivered') return null
  const { due_date } = order
  if (due_date === null) return null
  return { words: say(due_date < today ? 'late' : 'planned_on', { day: page.day(due_date) }), action: null }
}

/** A proof that waits for the client's answer; null for one that was answered. */
export const proofWaits = (
  { waits, version, public_uuid }: { waits: boolean; version: number; public_uuid: string },
  { say }: PortalWords,
): Waiting | null =>
  waits
    ? {
        words: say('proof_waits', { version: String(version) }),
        action: { label: say('look_and_answer'), href: linkTo('/mockups/:uuid', { uuid: public_uuid }) },
      }
    : null

/** An answer of the company that nobody has read. */
export const messageWaits = (
  { is_new, ...message }: { is_new: boolean; kind: keyof typeof pages; public_uuid: string },
  { say }: PortalWords,
): Waiting | null =>
  is_new ? { words: say('message_new'), action: { label: say('read_message'), href: pageOf(message) } } : null

const pages = {
  quotation: '/client-quotations/:id',
  order: '/my-account/orders/:id',
  invoice: '/client-invoices/:id',
} as const

/** The page of a client on which the thread of a paper stands. */
export const pageOf = ({ kind, public_uuid }: { kind: keyof typeof pages; public_uuid: string }): string =>
  linkTo(pages[kind], { id: public_uuid })
