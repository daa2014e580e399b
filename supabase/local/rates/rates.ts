import { z } from 'zod'
import { bundledRates } from './bundled-rates.ts'

/** The one address of rates; `{base}` is a currency code. */
export const ratesPath = '/rates/latest/{base}'
const asked = /^\/rates\/latest\/([A-Za-z]{3})$/

const ratesSchema = z.object({
  base: z.string(),
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}/),
  rates: z.record(z.string(), z.number().positive()),
})
type Rates = z.infer<typeof ratesSchema>

const hour = 3_600_000
const patience = 5_000

/**
 * Answers `{ rates, date, base }` by base currency, as public services do. A configured service's rates are cached for
 * an hour; when it is unreachable, the newest known ones are used, in the end the bundled table.
 */
export function createRates(options: {
  /** Address of a public service, `{base}` for the currency. */
  service?: string | undefined
  now?: () => number
  fetch?: typeof globalThis.fetch
}): (request: Request, path: string) => Promise<Response | null> {
  const { service, now = Date.now, fetch = globalThis.fetch } = options
  const known = new Map<string, { rates: Rates; at: number }>()

  const rates = async (base: string): Promise<Rates | null> => {
    const kept = known.get(base)
    if (!service || (kept && now() - kept.at < hour)) return kept?.rates ?? rebased(bundledRates, base)
    const fresh = await ask(service.replace('{base}', base), fetch).catch(() => null)
    if (fresh?.base !== base) return kept?.rates ?? rebased(bundledRates, base)
    known.set(base, { rates: fresh, at: now() })
    return fresh
  }

  return async (request, path) => {
    const [, code] = asked.exec(path) ?? []
    if (!code || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    const base = code.toUpperCase()
    const answer = base in bundledRates.rates ? await rates(base) : null
    return answer
      ? Response.json(answer, { headers: { 'cache-control': 'no-cache' } })
      : Response.json({ code: 'not_found', message: `There are no rates for ${base}` }, { status: 404 })
  }
}

async function ask(url: string, fetch: typeof globalThis.fetch): Promise<Rates | null> {
  const response = await fetch(url, { signal: AbortSignal.timeout(patience), headers: { accept: 'application/json' } })
  return response.ok ? (ratesSchema.safeParse(await response.json()).data ?? null) : null
}

/** The same table by another base, to six significant digits. */
function rebased(table: Rates, base: string): Rates | null {
  const unit = table.rates[base]
  if (!unit) return null
  const rates = Object.entries(table.rates).map(([code, rate]) => [code, Number((rate / unit).toPrecision(6))])
  return { base, date: table.date, rates: base === table.base ? table.rates : Object.fromEntries(rates) }
}
