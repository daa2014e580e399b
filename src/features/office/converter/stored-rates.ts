import { z } from 'zod'
import type { CachedRates } from '@/machines/converter/converter.machine'
import { parseRates } from '@/shared/domain/currency'
import { memoryOfBrowser } from '@/shared/lib/memory'

const cachedSchema = z
  .object({ readAt: z.number(), rates: z.unknown() })
  .transform(({ readAt, rates }, refusal): CachedRates => {
    const usable = parseRates(rates)
    if (usable) return { rates: usable, readAt }
    refusal.addIssue('no usable rate')
    return z.NEVER
  })

/** Rates are kept in the browser for an hour (spec 2 §9). A storage that is full or blocked only reads them again. */
export const keptRates = memoryOfBrowser('exchange-rates', cachedSchema)
