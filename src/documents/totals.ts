import {
  compared,
  type Decimal,
  divided,
  exact,
  minus,
  sum,
  times,
  truncated,
  written,
} from '../shared/domain/decimal.ts'
import { counts, type DocumentLine, netOf, type VatTreatment, vatTreatments } from './lines.ts'

/** One row of the VAT table: all lines of one rate and treatment. */
export type VatRow = { rate: string; treatment: VatTreatment; net: string; vat: string }

/** Amounts of a document, as decimal text with two places. */
export type Totals = { net: string; vat: string; gross: string; vatTable: VatRow[] }

type Counted = Pick<
  DocumentLine,
  'kind' | 'qty' | 'unit_price' | 'discount_pct' | 'vat_rate' | 'vat_treatment' | 'is_optional' | 'is_selected'
>

/**
 * Totals of the lines that count: VAT is computed once for each rate and treatment from the sum of its net amounts, cut
 * toward zero to cents; gross is net plus VAT. The rows of the VAT table go from the highest rate to the lowest.
 */
export function totalsOf(lines: readonly Counted[]): Totals {
  const groups = new Map<string, { rate: Decimal; treatment: VatTreatment; net: Decimal }>()
  for (const line of lines) {
    if (!counts(line)) continue
    const rate = truncated(exact(line.vat_rate), 2)
    const key = `${written(rate)} ${line.vat_treatment}`
    const known = groups.get(key)
    groups.set(key, { rate, treatment: line.vat_treatment, net: sum([known?.net ?? cents('0'), netOf(line)]) })
  }
  const rows = [...groups.values()]
    .sort((a, b) => compared(b.rate, a.rate) || vatTreatments.indexOf(a.treatment) - vatTreatments.indexOf(b.treatment))
    .map(({ rate, treatment, net }) => ({ rate, treatment, net, vat: percentOf(net, rate) }))
  const net = sum([cents('0'), ...rows.map((row) => row.net)])
  const vat = sum([cents('0'), ...rows.map((row) => row.vat)])
  return {
    net: written(net),
    vat: written(vat),
    gross: written(sum([net, vat])),
    vatTable: rows.map((row) => ({
      rate: written(row.rate),
      treatment: row.treatment,
      net: written(row.net),
      vat: written(row.vat),
    })),
  }
}

const cents = (text: string): Decimal => truncated(exact(text), 2)

const percentOf = (amount: Decimal, percent: Decimal): Decimal =>
  truncated(times(amount, { units: percent.units, scale: percent.scale + 2 }), 2)

export type DepositKind = 'none' | 'percent' | 'amount'

/**
 * The deposit and what is left of the gross amount after it. The rest is a difference, never a second percentage, so
 * the two always make the whole. A fixed deposit is at most the gross amount.
 */
export function depositOf(gross: string, kind: DepositKind, value: string): { deposit: string; balance: string } {
  const whole = cents(gross)
  const wanted = kind === 'none' ? cents('0') : kind === 'percent' ? percentOf(whole, exact(value)) : cents(value)
  const deposit = compared(wanted, whole) > 0 ? whole : wanted
  return { deposit: written(deposit), balance: written(minus(whole, deposit)) }
}

/** The sum of the nets up to and with each line, for the totals that are carried from page to page. */
export function carriedNets(lines: readonly Counted[]): string[] {
  let carried = cents('0')
  return lines.map((line) => {
    if (counts(line)) carried = sum([carried, netOf(line)])
    return written(carried)
  })
}

/** Cuts an amount into that many parts of whole cents; the last part takes what the others leave. */
export function splitEvenly(amount: string, parts: number): string[] {
  const whole = cents(amount)
  const part = divided(whole, { units: BigInt(parts), scale: 0 }, 2)
  if (!part) return []
  const last = minus(whole, times(part, { units: BigInt(parts - 1), scale: 0 }))
  return Array.from({ length: parts }, (_, index) => written(index < parts - 1 ? part : last))
}
