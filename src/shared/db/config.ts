import { z } from 'zod'

const configSchema = z.object({
  supabaseUrl: z.string(),
  publishableKey: z.string().min(1),
  /** The bare domain of the company's public site, for example `example.com`; it chooses route sets. */
  companyDomain: z.string().default(''),
  /** Hosts of the back office, beside `system.`, `portal.` and `localhost`. */
  staffHosts: z.array(z.string()).default([]),
  /** Only the embedded default with its demo company says true: the sign-in page then offers demo people. */
  demo: z.boolean().default(false),
  /** An exchange-rate service that answers `{ rates, date, base }`; `{base}` is the currency code. */
  ratesUrl: z.string().default('/rates/latest/{base}'),
})
export type AppConfig = z.infer<typeof configSchema>

/**
 * Reads `/config.json`, written by whoever serves the app; `VITE_*` values are the fallback.
 * An empty `supabaseUrl` means: the backend is where the app came from.
 */
export async function loadConfig(): Promise<AppConfig> {
  const served = await fetch('/config.json', { headers: { accept: 'application/json' } })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  const parsed = configSchema.safeParse(served)
  const config = parsed.success
    ? parsed.data
    : configSchema.parse({
        supabaseUrl: import.meta.env.VITE_SUPABASE_URL,
        publishableKey: import.meta.env.VITE_SUPABASE_ANON_KEY,
        companyDomain: import.meta.env.VITE_COMPANY_DOMAIN,
        ratesUrl: import.meta.env.VITE_RATES_URL,
      })
  return { ...config, supabaseUrl: config.supabaseUrl || window.location.origin }
}
