import { z } from 'zod'
import type { CachedRates } from '@/machines/converter/converter.machine'
import { parseRates } from '@/shared/domain/currency'

/** Where rates are kept in the browser for an hour (spec 2 §9). */
export const ratesKey = 'signwright:exchange-rates'

const storedSchema = z.object({ readAt: z.number().finite(), rates: z.unknown() })

/** What was kept; null when nothing was, when it is damaged, and where the browser allows no storage. */
export function recallRates(storage: () => Storage): CachedRates | null {
  try {
    const stored = storedSchema.safeParse(JSON.parse(storage().getItem(ratesKey) ?? 'null'))
    const rates = stored.success ? parseRates(stored.data.rates) : null
    return stored.success && rates ? { rates, readAt: stored.data.readAt } : null
  } catch {
    return null
  }
}

/** Keeps rates. Full or forbidden storage is no problem: the next visit reads them again. */
export function keepRates(storage: () => Storage, cached: CachedRates): void {
  try {
    storage().setItem(ratesKey, JSON.stringify(cached))
  } catch {
    return
  }
}
