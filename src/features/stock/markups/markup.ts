/** The root of everything that the markups read. */
export const markupKey = ['markups'] as const

/** A markup in percent for costs from one amount and below another. Amounts are plain decimals. */
export type MarkupBand = { name: string; from_cost: number; to_cost: number | null; markup_pct: number }

/** The markup band of a cost; null without one. */
export const bandOf = (bands: readonly MarkupBand[], cost: number): MarkupBand | null =>
  bands.find(({ from_cost, to_cost }) => cost >= from_cost && (to_cost === null || cost < to_cost)) ?? null
