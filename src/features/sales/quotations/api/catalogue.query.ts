import { queryOptions } from '@tanstack/react-query'
import { serviceRuleOf, storedRule } from '@/documents/charge-rule'
import { db } from '@/shared/db/client'
import { priceIn } from '@/shared/domain/money/price-in'
import type { LineSuggestion } from './suggestions.query'

/** A service of the catalogue, as a line takes it over. */
export type CatalogueService = LineSuggestion & {
  service_id: string
  category: string | null
  /** Its place in the order of the company. */
  sort: number
  /** Steps of a calculation, from which the calculator works its price out. */
  hasRecipe: boolean
  /** The least net of a line of it; null without one. */
  min_charge: string | null
}

const columns =
  `id, name, summary, category, sort, unit, recipe, base_price::text, min_charge::text, charge_per, charge_step::text,
  charge_min::text, charge_waste_pct::text` as const

/** The services that are offered, by category and in the order of the company, with their prices in the currency of the books. */
export const catalogueQuery = queryOptions({
  queryKey: ['services', 'catalogue'],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<CatalogueService[]> => {
    const { data } = await db
      .from('services')
      .select(columns)
      .is('archived_at', null)
      .order('category', { nullsFirst: false })
      .order('sort')
      .order('name')
      .limit(1000)
      .abortSignal(signal)
      .throwOnError()
    return data.map((row) => {
      const rule = serviceRuleOf(row.unit, row)
      return {
        source: 'service',
        description: row.name,
        details: row.summary,
        unit: row.unit,
        width_mm: null,
        height_mm: null,
        unit_price: row.base_price,
        unit_cost: null,
        service_id: row.id,
        inventory_item_id: null,
        quoted_in: null,
        quoted_at: null,
        charge_rule: rule && storedRule(rule),
        category: row.category,
        sort: row.sort,
        min_charge: row.min_charge,
        hasRecipe: Array.isArray(row.recipe) && row.recipe.length > 0,
      }
    })
  },
})

/** The services with their prices in the currency of a quotation, at its rate. */
export const catalogueAt = (rate: string) => ({
  ...catalogueQuery,
  select: (services: readonly CatalogueService[]): CatalogueService[] =>
    services.map((service) => ({
      ...service,
      unit_price: service.unit_price === null ? null : priceIn(service.unit_price, rate),
      min_charge: service.min_charge === null ? null : priceIn(service.min_charge, rate),
    })),
})
