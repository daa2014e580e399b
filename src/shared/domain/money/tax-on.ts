import { type Decimal, rounded, times, truncated } from './decimal.ts'

/** The kinds of a tax that a company charges. */
export const taxKinds = ['vat', 'gst', 'sales_tax', 'none'] as const
export type TaxKind = (typeof taxKinds)[number]

/** How a tax comes to whole cents: VAT is cut toward zero, sales tax and GST go to the nearest cent, half a cent away from zero. */
export type TaxRounding = 'cut' | 'nearest'
export const roundingOf = (kind: TaxKind): TaxRounding => (kind === 'sales_tax' || kind === 'gst' ? 'nearest' : 'cut')

/** The tax on the sum of the nets of one rate in percent, in cents. The database computes the same (`vat_of`). */
export function taxOn(net: Decimal, rate: Decimal, rounding: TaxRounding): Decimal {
  const whole = times(net, { units: rate.units, scale: rate.scale + 2 })
  return rounding === 'nearest' ? rounded(whole, 2) : truncated(whole, 2)
}

/** An exemption certificate that ends within these days is shown before it ends. */
export const daysBefore = 30
