import { compared, exact, minus, sum, written, zero } from '@/shared/domain/decimal'

type Billed = {
  id: string
  description: string
  qty: string | null
  credit_note_items: { qty: string | null; note: { status: string } | null }[]
}

/** A line with something left to credit. Quantities are decimal text without sign. */
export type Creditable = { id: string; description: string; billed: string; left: string }

const size = (qty: string | null) => {
  const value = exact(qty ?? '0')
  return value.units < 0n ? { ...value, units: -value.units } : value
}

/** What can still be credited of the lines of an invoice: drafts count, void credit notes do not. */
export const creditableOf = (lines: readonly Billed[]): Creditable[] =>
  lines.flatMap(({ id, description, qty, credit_note_items }) => {
    const billed = size(qty)
    const credited = credit_note_items.filter(({ note }) => note?.status !== 'void').map((line) => size(line.qty))
    const left = minus(billed, sum(credited))
    return compared(left, zero) > 0 ? [{ id, description, billed: written(billed), left: written(left) }] : []
  })
