import { compared, exact, minus, sum, written, zero } from '@/shared/domain/decimal'

type Billed = {
  id: string
  description: string
  qty: string | null
  /** Of a deposit invoice: its line goes by amount, as one piece. Null of other lines. */
  vat: string | null
  net: string
  credit_note_items: { qty: string | null; net: string; note: { status: string } | null }[]
}

/** A line with something left to credit. Quantities are decimal text without sign. */
export type Creditable = { id: string; description: string; billed: string; left: string }

const size = (qty: string | null) => {
  const value = exact(qty ?? '0')
  return value.units < 0n ? { ...value, units: -value.units } : value
}

/** What can still be credited of the lines of an invoice: drafts count, void credit notes do not. */
export const creditableOf = (lines: readonly Billed[]): Creditable[] =>
  lines.flatMap(({ id, description, qty, vat, net, credit_note_items }) => {
    const billed = size(qty)
    const credited = credit_note_items.filter(({ note }) => note?.status !== 'void')
    const isOpen = compared(minus(size(net), sum(credited.map((line) => size(line.net)))), zero) > 0
    const left = vat === null ? minus(billed, sum(credited.map((line) => size(line.qty)))) : isOpen ? billed : zero
    return compared(left, zero) > 0 ? [{ id, description, billed: written(billed), left: written(left) }] : []
  })
