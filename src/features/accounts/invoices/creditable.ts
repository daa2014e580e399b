import { compared, exact, minus, sum, written, zero } from '@/shared/domain/money/decimal'

type Billed = {
  id: string
  description: string
  qty: string | null
  /** Only for a deposit invoice, whose line is credited by amount as one piece; null for other lines. */
  vat: string | null
  net: string
  credit_note_items: { qty: string | null; net: string; by_amount?: boolean; note: { status: string } | null }[]
}

/** A line with something left to credit. Quantities are decimal text without sign. */
export type Creditable = { id: string; description: string; billed: string; left: string }

const size = (qty: string | null) => {
  const value = exact(qty ?? '0')
  return value.units < 0n ? { ...value, units: -value.units } : value
}

/** The quantities of an invoice's lines that can still be credited. Draft credit notes count, void ones do not. */
export const creditableOf = (lines: readonly Billed[]): Creditable[] =>
  lines.flatMap(({ id, description, qty, vat, net, credit_note_items }) => {
    const billed = size(qty)
    const credited = credit_note_items.filter(({ note }) => note?.status !== 'void')
    const isOpen = compared(minus(size(net), sum(credited.map((line) => size(line.net)))), zero) > 0
    // A credit by amount takes no quantity. A line whose net is fully credited has no quantity left.
    const byQuantity = credited.filter(({ by_amount }) => !by_amount)
    const isFree = compared(size(net), zero) === 0
    const left =
      isOpen || isFree ? (vat === null ? minus(billed, sum(byQuantity.map((line) => size(line.qty)))) : billed) : zero
    return compared(left, zero) > 0 ? [{ id, description, billed: written(billed), left: written(left) }] : []
  })
