import { withTax } from '@/shared/domain/text/formats'
import { type DocumentLine, isChargedBySize } from '@/documents/lines'
import { type Decimal, decimal, minus } from '@/shared/domain/money/decimal'
import { formatMoney, priceText, shortDecimalText } from '@/shared/domain/money/money'
import { lengthText } from '@/shared/domain/text/length'

/** The difference of one line between two versions, as words. `line` is the newer one if it exists, `was` the older one. */
export type LineDifference =
  | { kind: 'added' | 'removed'; line: DocumentLine }
  | { kind: 'changed'; line: DocumentLine; was: DocumentLine; what: string[] }

const compared: readonly { column: keyof DocumentLine; label: string; show: (value: string) => string }[] = [
  { column: 'description', label: 'Description', show: (value) => `“${value}”` },
  { column: 'details', label: 'Details', show: (value) => `“${value}”` },
  { column: 'qty', label: 'Quantity', show: shortDecimalText },
  { column: 'charged_qty', label: 'Charged quantity', show: shortDecimalText },
  { column: 'unit', label: 'Unit', show: (value) => value },
  { column: 'unit_price', label: 'Price', show: priceText },
  { column: 'discount_pct', label: 'Discount', show: (value) => `${shortDecimalText(value)} %` },
  { column: 'vat_rate', label: '{Tax}', show: (value) => `${shortDecimalText(value)} %` },
  { column: 'width_mm', label: 'Width', show: (value) => lengthText(value) },
  { column: 'height_mm', label: 'Height', show: (value) => lengthText(value) },
]

/** The lines that were added, removed or changed from one version to the next, in the order of the newer one. */
export function lineDifferences(before: readonly DocumentLine[], after: readonly DocumentLine[]): LineDifference[] {
  const old = new Map(before.map((line) => [line.id, line]))
  const kept = new Set(after.map(({ id }) => id))
  const now = after.flatMap((line): LineDifference[] => {
    const was = old.get(line.id)
    if (!was) return [{ kind: 'added', line }]
    const what = compared.flatMap(({ column, label, show }) => {
      const [from, to] = [was[column], line[column]].map((value) =>
        value === null || value === undefined ? '' : String(value),
      )
      if (from === undefined || to === undefined || isSame(column, from, to)) return []
      // The pieces show it already, and older versions lack it.
      if (column === 'charged_qty' && (!isChargedBySize(line) || from === '' || to === '')) return []
      return [`${withTax(label)}: ${from === '' ? 'none' : show(from)} → ${to === '' ? 'none' : show(to)}`]
    })
    const [before, after] = [was.picture_path ?? null, line.picture_path ?? null]
    if (before !== after)
      what.push(before === null ? 'Picture added' : after === null ? 'Picture removed' : 'Picture changed')
    return what.length > 0 ? [{ kind: 'changed', line, was, what }] : []
  })
  const removed = before.filter(({ id }) => !kept.has(id)).map((line): LineDifference => ({ kind: 'removed', line }))
  return [...now, ...removed]
}

/** Numbers are compared by value: an older version may hold `18.00` where a newer one holds `18.0000`. */
function isSame(column: keyof DocumentLine, from: string, to: string): boolean {
  if (from === to || column === 'description' || column === 'details' || column === 'unit') return from === to
  const [before, after] = [decimal(from), decimal(to)]
  return before !== null && after !== null && isEqual(before, after)
}

const isEqual = (one: Decimal, other: Decimal): boolean => minus(one, other).units === 0n

/** The change of the total as words; null without one. */
export const totalDifference = (before: string, after: string, currency: string): string | null =>
  before === after ? null : `Total: ${formatMoney(before, currency)} → ${formatMoney(after, currency)}`
