import { compared, type Decimal, exact, minus, sum, times, written } from '../shared/domain/money/decimal.ts'
import type { VatRow } from './totals.ts'

/** The levels of a place of sales tax, in the order of its parts. */
export const taxLevels = ['state', 'county', 'city', 'district'] as const
export type TaxLevel = (typeof taxLevels)[number]

/** A part of the sales tax of a place; the rate is decimal text in percent. */
export type TaxPart = { level: TaxLevel; name: string; rate: string }

/** The sales tax of the place where goods go, as a paper keeps it. `rate` is the sum of the parts. */
export type TaxPlace = { name: string; rate: string; parts: TaxPart[] }

/** The reasons for which a client owes no sales tax, in the codes of the trade. */
export const exemptionReasons = ['resale', 'agricultural', 'government', 'nonprofit', 'manufacturing', 'other'] as const
export type ExemptionReason = (typeof exemptionReasons)[number]

/** The certificate by which a paper is without sales tax, as the paper keeps it. `words`: the other reason; `state`: its name. */
export type TaxExemption = {
  number: string
  reason: ExemptionReason
  words?: string | undefined
  state: string
  valid_to?: string | undefined
}

/** `a / b` to whole cents, half a cent away from zero. `b` is above zero. */
function centsOfRatio(a: Decimal, b: Decimal): Decimal {
  const [over, under] = [a.units * 10n ** BigInt(b.scale + 2), b.units * 10n ** BigInt(a.scale)]
  const half = over < 0n ? -under : under
  return { units: (2n * over + half) / (2n * under), scale: 2 }
}

/**
 * A sales tax by the parts of its place, in cents: each part is within a cent of its share, and they come to the tax. The database
 * computes the same (`parts_of_tax`).
 */
export function partsOfTax(tax: string, parts: readonly TaxPart[]): (TaxPart & { tax: string })[] {
  const whole = sum(parts.map(({ rate }) => exact(rate)))
  const upTo = (place: number) => sum(parts.slice(0, place).map(({ rate }) => exact(rate)))
  const share = (rate: Decimal) =>
    whole.units === 0n ? { units: 0n, scale: 2 } : centsOfRatio(times(exact(tax), rate), whole)
  return parts.map((part, place) => ({ ...part, tax: written(minus(share(upTo(place + 1)), share(upTo(place)))) }))
}

/** True for the row of the tax table that has the rate of the place. */
export const isOfPlace = (
  { vat_rate, vat_treatment }: Pick<VatRow, 'vat_rate' | 'vat_treatment'>,
  place: TaxPlace,
): boolean => vat_treatment === 'standard' && compared(exact(vat_rate), exact(place.rate)) === 0
