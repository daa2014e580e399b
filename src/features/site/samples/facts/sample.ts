import type { LengthUnit } from '@/shared/domain/text/formats'
import type { SampleName, SampleStep } from '../texts/english'

/** A row of one table: the names are columns. */
type Values = Readonly<Record<string, unknown>>

/** The tables that a sample fills, in the order of the screen, with what their rows are. */
export const sampleKinds = {
  services: 'Services',
  inventory_items: 'Materials',
  work_centres: 'Work centres',
  human_service_parameters: 'Work by people',
  machine_prices: 'Machine prices',
  eco_solvent_parameters: 'Print settings',
  inks: 'Inks',
  markup_bands: 'Markups by cost',
  travel_zones: 'Travel zones',
} as const
export type SampleKind = keyof typeof sampleKinds

/**
 * A record of a sample. Its key is its name among all samples: two trades that bring the same record bring it once. An
 * id among the values is the key of an earlier record. `rows` belong to the record alone.
 */
export type SampleRecord = {
  key: string
  kind: SampleKind
  values: Values & { name: string }
  rows?: readonly { table: string; values: Values }[]
}

/** What the examples are fitted to. */
export type Ground = {
  /** The unit of the company. In inches films and sheets have the sizes of the trade there: 54 in × 150 ft for 1370 mm × 50 m. */
  length_unit: LengthUnit
  /** What something is called in the language of the company. */
  named: (name: SampleName) => string
  /** What a step of a job is called. */
  step: (name: SampleStep) => string
  /** An example price, from euros to the currency of the company, as decimal text. */
  price: (euros: number) => string
}

/** About what one euro is: example prices are rough, and so are these. */
const perEuro: Readonly<Record<string, number>> = {
  ...{ EUR: 1, USD: 1, GBP: 1, CHF: 1, CAD: 1.5, AUD: 1.7, NZD: 2, SGD: 1.5 },
  ...{ PLN: 4, CZK: 25, HUF: 400, RON: 5, BGN: 2, DKK: 7.5, SEK: 11, NOK: 12, ISK: 145, TRY: 40, UAH: 45, RSD: 117 },
  ...{ ALL: 100, MKD: 60, MDL: 20, GEL: 3, AED: 4, SAR: 4, ILS: 4, ZAR: 20, MAD: 10, TND: 3.4, EGP: 50, KES: 140 },
  ...{ INR: 90, JPY: 160, CNY: 8, HKD: 8.5, TWD: 35, KRW: 1500, THB: 37, MYR: 5, PHP: 60, MXN: 20, BRL: 6 },
}
/** The factor of example prices in a currency; null where none is known. */
export const factorOf = (currency: string): number | null => perEuro[currency] ?? null

/** From this price on, prices go up in this step. */
const steps = [
  [5000, 100],
  [1000, 50],
  [200, 5],
  [50, 1],
  [10, 0.5],
  [1, 0.05],
  [0.1, 0.01],
  [0, 0.001],
] as const

/** An example price in a currency of which one euro is `factor`, rounded as shops round. */
export function examplePrice(euros: number, factor: number): string {
  const price = euros * factor
  const [, step] = steps.find(([from]) => price >= from) ?? [0, 0.001]
  return String(Number((Math.round(price / step) * step).toFixed(3)))
}
