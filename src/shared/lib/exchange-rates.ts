import { baseCurrency, type ExchangeRates, parseRates } from '@/shared/domain/money/currency'
import { ratesAddress } from './rates-address'

/** Reads today's rates by the base currency. Throws `HTTP error status` or `Invalid response format` (spec 2 §8). */
export async function readRates(signal: AbortSignal, ratesUrl = ratesAddress): Promise<ExchangeRates> {
  const response = await fetch(ratesUrl.replace('{base}', baseCurrency), {
    signal,
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new Error('HTTP error status')
  const answer: unknown = await response.json().catch(() => null)
  const rates = parseRates(answer)
  if (!rates) throw new Error('Invalid response format')
  return rates
}
