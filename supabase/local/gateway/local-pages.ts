import type { Engine } from '../contracts.ts'

/** A street-tile service: an address with {z}, {x} and {y}, and the attribution that its licence demands. */
export type MapTiles = { url: string; attribution: string }

/** The app's settings, as `src/shared/db/config.ts` reads them. An empty URL means: the backend is here. */
export const configJson = (options: {
  publishableKey: string
  companyDomain: string
  staffHosts: readonly string[]
  demo: boolean
  ratesUrl: string
  mapTiles: MapTiles | null
}): Response => Response.json({ supabaseUrl: '', ...options }, { headers: { 'cache-control': 'no-store' } })

export type DemoAccount = { email: string; name: string; role: string }

/** The demo people of the seed; empty without a demo company. */
export async function demoAccounts(engine: Engine): Promise<DemoAccount[]> {
  const { rows } = await engine.query<{ known: boolean }>(
    `select to_regclass('private.demo_accounts') is not null as known`,
  )
  if (!rows[0]?.known) return []
  const accounts = await engine.query<DemoAccount>(
    'select email, name, role::text as role from private.demo_accounts order by position',
  )
  return accounts.rows
}

/** Whole days since the demo company was made: its newest account is made with it. */
export async function demoAge(engine: Engine): Promise<number> {
  const { rows } = await engine.query<{ days: number | null }>(
    `select floor(extract(epoch from now() - max(account.created_at)) / 86400)::int as days
       from auth.users account join private.demo_accounts using (email)`,
  )
  return rows[0]?.days ?? 0
}
