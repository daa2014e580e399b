import type { AppConfig } from '@/shared/db/config'

/** The configuration of a company of tests, with the demo's people. */
export const testConfig: AppConfig = {
  supabaseUrl: 'http://backend.test',
  publishableKey: 'key',
  companyDomain: 'example.com',
  staffHosts: [],
  demo: true,
  ratesUrl: '',
  mapTiles: null,
}
