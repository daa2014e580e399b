import type { LengthUnit } from '@/shared/domain/text/formats'
import { services } from './facts/services'
import { examplePrice, type Ground, type SampleRecord } from './facts/sample'
import { stock } from './facts/stock'
import type { SampleTexts } from './texts/english'

export const trades = { sign_maker: 'Sign maker', printer: 'Printer', vehicle_wraps: 'Vehicle wraps' } as const
export type Trade = keyof typeof trades
export const tradeNames = Object.keys(trades) as Trade[]

/** Records that belong to every trade that has one of them: prices of inks, and markups. */
const always: readonly string[] = ['inks', 'markup_bands', 'travel_zones']

const keysIn = (values: unknown): string[] =>
  typeof values === 'string'
    ? [values]
    : typeof values === 'object' && values
      ? Object.values(values).flatMap((value: unknown) => keysIn(value))
      : []

/**
 * What a trade begins with: its services, and of the stock what they are made of, in the order of their needs. `texts` is what it is
 * called; null: in English.
 */
export function sampleOf(
  trade: Trade,
  currencyPerEuro: number,
  length_unit: LengthUnit,
  texts: SampleTexts | null,
): SampleRecord[] {
  const ground: Ground = {
    length_unit,
    named: (name) => texts?.names[name] ?? name,
    step: (name) => texts?.steps[name] ?? name,
    price: (euros) => examplePrice(euros, currencyPerEuro),
  }
  const sold = services[trade](ground)
  const known = stock(ground)
  const needed = new Set(keysIn(sold.map(({ values, rows }) => [values, rows])))
  // A print setting needs its film, which a service may name by the setting alone.
  for (const { key, kind, values } of known.toReversed())
    if (needed.has(key) && kind === 'eco_solvent_parameters') keysIn(values).forEach((one) => needed.add(one))
  return [...known.filter(({ key, kind }) => needed.has(key) || always.includes(kind)), ...sold]
}
