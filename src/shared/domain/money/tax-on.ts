import { type Decimal, rounded, times, truncated } from './decimal.ts'

/** The kinds of a tax that a company charges. */
export const taxKinds = ['vat', 'gst', 'sales_tax', 'none'] as const
export type TaxKind = (typeof taxKinds)[number]

/** How an amount comes to whole cents: cut toward zero, or to the nearest cent, half a cent away from zero. */
export const roundings = ['cut', 'nearest'] as const
export type Rounding = (typeof roundings)[number]

export const roundingWords: Record<Rounding, string> = { cut: 'Cut off below a cent', nearest: 'To the nearest cent' }

/** How the tax and all other amounts of a company come to whole cents. */
export type Roundings = { tax: Rounding; amounts: Rounding }

/** All amounts are cut (spec 1 §9, spec 2 §1): the rule of a company that has chosen no other. */
export const cutToCents: Roundings = { tax: 'cut', amounts: 'cut' }

/** Sales tax and GST go to the nearest cent whatever the company chose for its amounts. */
export const roundingsOf = (kind: TaxKind, amounts: Rounding): Roundings => ({
  tax: kind === 'sales_tax' || kind === 'gst' ? 'nearest' : amounts,
  amounts,
})

/** An amount in whole cents. The database computes the same (`to_cents`). */
export const toCents = (amount: Decimal, rounding: Rounding): Decimal =>
  rounding === 'nearest' ? rounded(amount, 2) : truncated(amount, 2)

/** A percentage of an amount in whole cents. */
export const percentOf = (amount: Decimal, percent: Decimal, rounding: Rounding): Decimal =>
  toCents(times(amount, { units: percent.units, scale: percent.scale + 2 }), rounding)

/** The tax on the sum of the nets of one rate in percent, in cents. The database computes the same (`vat_of`). */
export const taxOn = percentOf

/** An exemption certificate that ends within these days is shown before it ends. */
export const daysBefore = 30
