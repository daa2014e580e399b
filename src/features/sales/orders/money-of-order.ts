import { type Decimal, exact, minus, sum, written, zero } from '@/shared/domain/money/decimal'
import type { OrderRecords } from './api/order.query'

type Invoice = OrderRecords['invoices'][number]

/** The credit notes of the invoices of an order, without void ones. */
export const creditsOf = (invoices: readonly Invoice[]) =>
  invoices.flatMap(({ credits }) => credits.filter(({ status }) => status !== 'void'))

const isDraft = ({ status }: { status: string }) => status === 'draft'

/** Those that count: drafts do not. */
const issuedCreditsOf = (invoices: readonly Invoice[]) => creditsOf(invoices).filter((note) => !isDraft(note))

/** The invoiced and then credited quantity of each line that is not charged, by line id. Decimal text. */
export function creditedQuantities(invoices: readonly Invoice[]): ReadonlyMap<string, string> {
  const sums = new Map<string, Decimal>()
  for (const { lines, is_billed_again } of issuedCreditsOf(invoices)) {
    // What is invoiced again counts as never invoiced.
    if (is_billed_again) continue
    for (const { qty, by_amount, of } of lines) {
      const id = of?.order_item_id
      if (!id || by_amount || qty === null) continue
      sums.set(id, sum([sums.get(id) ?? zero, exact(qty.replace('-', ''))]))
    }
  }
  return new Map([...sums].map(([id, qty]) => [id, written(qty)]))
}

/** The invoiced amount of a discount, what is only on a draft, and what credit notes gave back. Decimal text below zero. */
export type BilledDiscount = { invoiced: string; drafted: string | null; credited: string | null }

/** What was invoiced and credited of each discount, by line id. Void papers, pro formas and drafts of credit notes do not count. */
export function billedDiscounts(invoices: readonly Invoice[]): ReadonlyMap<string, BilledDiscount> {
  const added = (parts: readonly { id: string | null | undefined; net: string | null }[]) => {
    const sums = new Map<string, Decimal>()
    for (const { id, net } of parts) if (id && net !== null) sums.set(id, sum([sums.get(id) ?? zero, exact(net)]))
    return sums
  }
  const counted = invoices.filter(({ status, kind }) => status !== 'void' && kind !== 'proforma')
  const creditedOf = (isAgain: boolean) =>
    added(
      issuedCreditsOf(counted)
        .filter((note) => note.is_billed_again === isAgain)
        .flatMap(({ lines }) => lines.map(({ net, of }) => ({ id: of?.order_item_id, net }))),
    )
  const credited = creditedOf(false)
  const again = creditedOf(true)
  const discountsOf = (of: readonly Invoice[]) =>
    added(of.flatMap(({ off }) => off.map(({ order_item_id, net }) => ({ id: order_item_id, net }))))
  const invoiced = discountsOf(counted.filter((invoice) => !isDraft(invoice)))
  const drafted = discountsOf(counted.filter(isDraft))
  const unlessNothing = (amount: Decimal | undefined) => (amount && amount.units !== 0n ? written(amount) : null)
  return new Map(
    [...new Set([...invoiced.keys(), ...drafted.keys()])].map((id) => [
      id,
      {
        invoiced: written(minus(invoiced.get(id) ?? exact('0.00'), again.get(id) ?? exact('0.00'))),
        drafted: unlessNothing(drafted.get(id)),
        credited: unlessNothing(credited.get(id)),
      },
    ]),
  )
}

/** A payment of an order. `whole`: its full amount, when only a part paid this order. */
export type PaymentOfOrder = Omit<OrderRecords['payments'][number], 'amount'> & { amount: string; whole: string | null }

/** The payments for an order: its own, and those that settle its invoices, each once, by day. */
export function paymentsOf({ payments, invoices }: Pick<OrderRecords, 'payments' | 'invoices'>): PaymentOfOrder[] {
  const own: PaymentOfOrder[] = payments.map((payment) => ({ ...payment, whole: null }))
  const others = new Map<string, PaymentOfOrder>()
  for (const { settled } of invoices)
    for (const { amount, payment } of settled) {
      if (!payment || own.some(({ id }) => id === payment.id)) continue
      const before = others.get(payment.id)?.amount ?? '0.00'
      const part = written(sum([exact(before), exact(amount)]))
      others.set(payment.id, { ...payment, amount: part, whole: payment.amount === part ? null : payment.amount })
    }
  const ofInvoices = [...others.values()].filter(({ amount }) => exact(amount).units !== 0n)
  return [...own, ...ofInvoices].sort((one, other) => one.received_on.localeCompare(other.received_on))
}
