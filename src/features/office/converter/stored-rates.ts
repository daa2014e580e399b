import { anything, fields, finite, readAs } from '@/shared/domain/records/mini-schema'
import type { CachedRates } from '@/machines/converter/converter.machine'
import { parseRates } from '@/shared/domain/money/currency'
import { memoryOfBrowser } from '@/shared/lib/memory'

const cachedSchema = readAs(fields({ readAt: finite, rates: anything }), ({ readAt, rates }): CachedRates | null => {
  const usable = parseRates(rates)
  return usable ? { rates: usable, readAt } : null
})

/** Rates are kept in the browser for an hour (spec 2 §9). A storage that is full or blocked only reads them again. */
export const keptRates = memoryOfBrowser('exchange-rates', cachedSchema)
