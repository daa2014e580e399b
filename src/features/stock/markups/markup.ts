/** The root of everything that the markups read. */
export const markupKey = ['markups'] as const

/** From a cost on, and below another one, an amount gains so many percent. Amounts are plain decimals. */
export type MarkupBand = { name: string; from_cost: number; to_cost: number | null; markup_pct: number }

/** The band that holds for a cost; null where there is none. */
export const bandOf = (bands: readonly MarkupBand[], cost: number): MarkupBand | null =>
  bands.find(({ from_cost, to_cost }) => cost >= from_cost && (to_cost === null || cost < to_cost)) ?? null
