import {
  compared,
  type Decimal,
  divided,
  exact,
  minus,
  plus,
  shortened,
  sum,
  times,
  truncated,
  written,
} from '../shared/domain/money/decimal.ts'
import { percentOf, type Rounding, type Roundings, taxOn } from '../shared/domain/money/tax-on.ts'
import { bookedNet, counts, type DocumentLine, type VatTreatment } from './lines.ts'

/** The most decimals of a VAT rate in percent: 8.875, 6.3333. */
const placesOfRate = 4

/** One row of the VAT table: all lines of one rate and treatment. Amounts are decimal text with two places, the rate with four. */
export type VatRow = { vat_rate: string; vat_treatment: VatTreatment; base: string; vat: string }

/** A VAT rate and treatment as one key, without trailing zeros: `18 standard`, `8.875 standard`. */
export const vatKey = (rate: string, treatment: string): string => `${written(shortened(exact(rate)))} ${treatment}`

/** 0 % without a reason such as an exemption. */
export const isPlainZero = ({ vat_rate, vat_treatment }: { vat_rate: string; vat_treatment: string }): boolean =>
  vat_treatment === 'standard' && exact(vat_rate).units === 0n

/** Amounts of a document, as decimal text with two places. */
export type Totals = { net: string; vat: string; gross: string; vat_table: VatRow[] }

type Counted = Pick<
  DocumentLine,
  'kind' | 'qty' | 'unit_price' | 'discount_pct' | 'net' | 'vat_rate' | 'vat_treatment' | 'is_optional' | 'is_selected'
> &
  Partial<Pick<DocumentLine, 'unit' | 'width_mm' | 'height_mm'>>

/**
 * Totals of the lines that count: the tax is computed once for each rate and treatment from the sum of its net amounts;
 * gross is net plus tax. The VAT table goes from the lowest rate to the highest.
 */
export function totalsOf(lines: readonly Counted[], { tax, amounts }: Roundings): Totals {
  const groups = new Map<string, { rate: Decimal; treatment: VatTreatment; base: Decimal }>()
  for (const line of lines) {
    if (!counts(line)) continue
    const rate = truncated(exact(line.vat_rate ?? '0'), placesOfRate)
    const treatment = line.vat_treatment ?? 'standard'
    const key = vatKey(written(rate), treatment)
    groups.set(key, { rate, treatment, base: plus(groups.get(key)?.base ?? nothing, bookedNet(line, amounts)) })
  }
  const rows = [...groups.values()]
    .sort((a, b) => compared(a.rate, b.rate) || (a.treatment < b.treatment ? -1 : 1))
    .map((row) => ({ ...row, vat: taxOn(row.base, row.rate, tax) }))
  const net = sum([nothing, ...rows.map(({ base }) => base)])
  const vat = sum([nothing, ...rows.map((row) => row.vat)])
  return {
    net: written(net),
    vat: written(vat),
    gross: written(plus(net, vat)),
    vat_table: rows.map((row) => ({
      vat_rate: written(row.rate),
      vat_treatment: row.treatment,
      base: written(row.base),
      vat: written(row.vat),
    })),
  }
}

const nothing: Decimal = { units: 0n, scale: 2 }

const cents = (text: string): Decimal => truncated(exact(text), 2)

export type DepositKind = 'none' | 'percent' | 'amount'

/**
 * The deposit and the rest of the gross amount. The rest is a subtraction and not a second percentage, so both add up.
 * A fixed deposit is at most the gross amount.
 */
export function depositOf(
  gross: string,
  kind: DepositKind,
  value: string,
  rounding: Rounding,
): { deposit: string; balance: string } {
  const whole = cents(gross)
  const wanted =
    kind === 'none' ? nothing : kind === 'percent' ? percentOf(whole, exact(value), rounding) : cents(value)
  const deposit = compared(wanted, whole) > 0 ? whole : wanted
  return { deposit: written(deposit), balance: written(minus(whole, deposit)) }
}

/** The sum of the nets up to and with each line, for the totals that are carried from page to page. */
export function carriedNets(lines: readonly Counted[]): string[] {
  let carried = nothing
  return lines.map((line) => {
    if (counts(line)) carried = plus(carried, bookedNet(line, 'cut'))
    return written(carried)
  })
}

/** Splits an amount into that many parts of whole cents; the last part takes the rest. */
export function splitEvenly(amount: string, parts: number): string[] {
  const whole = cents(amount)
  const part = divided(whole, { units: BigInt(parts), scale: 0 }, 2)
  if (!part) return []
  const last = minus(whole, times(part, { units: BigInt(parts - 1), scale: 0 }))
  return Array.from({ length: parts }, (_, index) => written(index < parts - 1 ? part : last))
}
