import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import type { Step } from '@/documents/calculation/inputs'
import { db } from '@/shared/db/client'

/** The root of everything that the calculator reads. */
export const calculationsKey = ['calculations'] as const

const text = z.string()
const rate = z.object({ name: text, price: text, cost: text.nullable().optional() })
const priceListSchema = z.object({
  shows_costs: z.boolean(),
  sheets: z.record(text, rate.extend({ width_mm: text, length_mm: text })),
  rolls: z.record(text, rate.extend({ width_mm: text })),
  items: z.record(text, rate.extend({ unit: text })),
  prints: z.record(text, z.object({ name: text, media_id: text.nullable(), ml_m2: text })),
  ink: rate.nullable(),
  machines: z
    .record(
      text,
      z.object({
        name: text,
        machine: text,
        per: text,
        price: text,
        setup: text,
        least: text,
        hour_cost: text.nullable().optional(),
      }),
    )
    .nullable(),
  speeds: z.record(text, z.object({ name: text, machine: text, mm_min: text, passes: text })),
  people: z.record(text, rate.extend({ min_minutes: text, crew: text })),
  zones: z.record(text, rate),
  services: z.record(
    text,
    z.object({
      name: text,
      min_charge: text.nullable(),
      // The database checked its shape when it was saved.
      recipe: z
        .array(z.custom<Step>((step) => typeof step === 'object' && step !== null && 'kind' in step))
        .nullable()
        .optional(),
    }),
  ),
  breaks: z.array(
    z.object({ name: text, service_id: text.nullable(), basis: text, from: text, to: text.nullable(), pct: text }),
  ),
  /** Markups by cost, for people who may see costs. */
  bands: z.array(z.object({ from: text, to: text.nullable(), pct: text })).optional(),
})
export type PersonalPriceList = z.infer<typeof priceListSchema>

/** The price list, as far as this person may see it. */
export const pricesQuery = queryOptions({
  queryKey: [...calculationsKey, 'prices'],
  queryFn: async ({ signal }) => {
    const { data } = await db.rpc('calculator_prices').abortSignal(signal).throwOnError()
    return priceListSchema.parse(data)
  },
})
