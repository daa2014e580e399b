import { isPartCounted } from '@/documents/units'
import { compared, exact, isAboveZero, minus, sum, written, zero } from '@/shared/domain/money/decimal'

/** What is free of an invoice at a VAT rate. */
type FreeRate = { vat_rate: string; vat_treatment: string; net: string }

type Billed = {
  id: string
  description: string
  qty: string | null
  unit?: string | null
  width_mm?: string | null
  height_mm?: string | null
  /** Only for a deposit invoice, whose line is credited by amount as one piece; null for other lines. */
  vat: string | null
  vat_rate: string
  vat_treatment: string | null
  net: string
  credit_note_items: { qty: string | null; net: string; by_amount?: boolean; note: { status: string } | null }[]
}

/**
 * A line with something left to credit. Quantities are decimal text without sign. `free`: of a deposit, its net amount
 * that no invoice deducts.
 */
export type Creditable = {
  id: string
  description: string
  billed: string
  left: string
  free: string | null
  isWhole: boolean
}

const size = (qty: string | null) => {
  const value = exact(qty ?? '0')
  return value.units < 0n ? { ...value, units: -value.units } : value
}

/** The quantities of an invoice's lines that can still be credited. Draft credit notes count, void ones do not. */
export const creditableOf = (lines: readonly Billed[], rates: readonly FreeRate[]): Creditable[] =>
  lines.flatMap((line) => {
    const { id, description, qty, vat, net, credit_note_items } = line
    const rate = rates.find(
      (one) => one.vat_treatment === line.vat_treatment && compared(exact(one.vat_rate), exact(line.vat_rate)) === 0,
    )
    const free = vat === null ? null : (rate?.net ?? '0.00')
    if (free !== null && !isAboveZero(free)) return []
    const billed = size(qty)
    const credited = credit_note_items.filter(({ note }) => note?.status !== 'void')
    const isOpen = compared(minus(size(net), sum(credited.map((one) => size(one.net)))), zero) > 0
    // A credit by amount takes no quantity. A line whose net is fully credited has no quantity left.
    const byQuantity = credited.filter(({ by_amount }) => !by_amount)
    const isFree = compared(size(net), zero) === 0
    const left =
      isOpen || isFree ? (vat === null ? minus(billed, sum(byQuantity.map((one) => size(one.qty)))) : billed) : zero
    return compared(left, zero) > 0
      ? [
          {
            id,
            description,
            billed: written(billed),
            left: written(left),
            free,
            isWhole: isPartCounted(line, written(left)),
          },
        ]
      : []
  })
