import { announcedWords } from '@/shared/domain/records/announced-words'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { calendarDayText } from '@/shared/domain/text/formats'
import { formatMoney } from '@/shared/domain/money/money'
import { depositLeft, type OrderOfClient } from '@/shared/domain/records/order-words'

/** The next step of a client for a document: words and a link. `action` null: the client only waits. */
export type Waiting = { words: string; action: { label: string; href: string } | null }

type Deposit = Pick<OrderOfClient, 'status' | 'deposit_amount' | 'deposit_paid' | 'announced'>

const payDeposit = (uuid: string, { announced = [] }: Deposit, due: string, currency: string): Waiting =>
  announced.length > 0
    ? { words: `${announcedWords(announced)} Then work begins.`, action: null }
    : {
        words: `Work begins when the deposit of ${formatMoney(due, currency)} is paid.`,
        action: { label: 'Pay the deposit', href: `/payments/deposit/${uuid}` },
      }

type Offered = {
  status: string
  valid_until: string | null
  public_uuid: string
  currency: string
  order: Deposit | null
}

/** The client's next step for a quotation on that day (`2026-11-20`); null without one. */
export function quotationWaits(quotation: Offered, today: string): Waiting | null {
  const { status, valid_until, public_uuid, currency, order } = quotation
  const isPast = valid_until !== null && valid_until < today
  switch (status) {
    case 'sent':
      return isPast
        ? { words: `It was valid until ${calendarDayText(valid_until)}. Ask us for a new one.`, action: null }
        : {
            words: valid_until
              ? `We wait for your answer until ${calendarDayText(valid_until)}.`
              : 'We wait for your answer.',
            action: { label: 'Look and answer', href: `/client-quotations/${public_uuid}` },
          }
    case 'change_requested':
      return { words: 'You asked for a change. We are writing a new version.', action: null }
    case 'expired':
      return { words: 'Its last day has passed. Ask us for a new one.', action: null }
    case 'approved':
    case 'converted': {
      const due = order ? depositLeft(order) : '0.00'
      return order && isAboveZero(due) ? payDeposit(public_uuid, order, due, currency) : null
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
export function orderWaits(order: Ordered, today: string): Waiting | null {
  const due = depositLeft(order)
  if (order.status === 'cancelled' || order.status === 'completed') return null
  if (order.status === 'on_hold') return { words: 'The order is on hold. We will call you.', action: null }
  if (isAboveZero(due) && order.quotation) return payDeposit(order.quotation.public_uuid, order, due, order.currency)
  if (order.status === 'ready') return { words: 'It is ready. We will arrange the delivery with you.', action: null }
  if (order.status === 'delivered') return null
  const { due_date } = order
  if (due_date === null) return null
  const day = calendarDayText(due_date)
  return due_date < today
    ? { words: `It was planned for ${day} and is not ready yet. Ask us for the new day.`, action: null }
    : { words: `Planned for ${day}.`, action: null }
}
