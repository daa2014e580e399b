export type AppConfig = {
  supabaseUrl: string
  publishableKey: string
  /** The bare domain of the company's public site, for example `example.com`; it chooses route sets. */
  companyDomain: string
  /** Hosts of the back office, beside `system.`, `portal.` and `localhost`. */
  staffHosts: string[]
  /** True only for the embedded demo company: the sign-in page then offers the demo people. */
  demo: boolean
  /** An exchange-rate service that answers `{ rates, date, base }`; `{base}` is the currency code. */
  ratesUrl: string
  /** A street-tile service for maps; null where maps show coasts and borders alone. */
  mapTiles: { url: string; attribution: string } | null
}

/** The configuration in a served file; null when it names no backend. */
function readConfig(served: unknown): AppConfig | null {
  const { supabaseUrl, publishableKey, companyDomain, staffHosts, demo, ratesUrl, mapTiles } = Object(served) as Record<
    string,
    unknown
  >
  if (typeof supabaseUrl !== 'string' || typeof publishableKey !== 'string' || publishableKey === '') return null
  return {
    supabaseUrl,
    publishableKey,
    companyDomain: typeof companyDomain === 'string' ? companyDomain : '',
    staffHosts: Array.isArray(staffHosts) ? staffHosts.filter((host) => typeof host === 'string') : [],
    demo: demo === true,
    ratesUrl: typeof ratesUrl === 'string' ? ratesUrl : '/rates/latest/{base}',
    mapTiles: readTiles(mapTiles),
  }
}

function readTiles(served: unknown): AppConfig['mapTiles'] {
  const { url, attribution } = Object(served) as Record<string, unknown>
  if (typeof url !== 'string' || url === '') return null
  return { url, attribution: typeof attribution === 'string' ? attribution : '' }
}

/**
 * Reads `/config.json`, which the server of the app writes; `VITE_*` values are the fallback. An empty `supabaseUrl` means that
 * the backend has the same origin as the app.
 */
export async function loadConfig(): Promise<AppConfig> {
  const served = await fetch('/config.json', { headers: { accept: 'application/json' } })
    .then((response) => (response.ok ? response.json() : null))
    .catch(() => null)
  const config =
    readConfig(served) ??
    readConfig({
      supabaseUrl: import.meta.env.VITE_SUPABASE_URL,
      publishableKey: import.meta.env.VITE_SUPABASE_ANON_KEY,
      companyDomain: import.meta.env.VITE_COMPANY_DOMAIN,
      ratesUrl: import.meta.env.VITE_RATES_URL,
      mapTiles: { url: import.meta.env.VITE_MAP_TILES, attribution: import.meta.env.VITE_MAP_ATTRIBUTION },
    })
  if (!config) throw new Error('/config.json names no backend.')
  return { ...config, supabaseUrl: config.supabaseUrl || window.location.origin }
}
