import { readFile } from 'node:fs/promises'
import type { Engine, Keys } from '../contracts.ts'
import type { Seed } from '../engine/boot.ts'
import { createMailDoor, type Visit } from '../mail/mail-door.ts'
import type { Mailbox } from '../mail/mailbox.ts'
import { createRates, ratesPath } from '../rates/rates.ts'
import { identify } from './identify.ts'
import { configJson, demoAccounts, type MapTiles } from './local-pages.ts'
import { staffHostsAt } from './own-names.ts'

/** The answers of this server beside Supabase's API and the app: health, settings, rates, mailbox and backup. */
export function createLocalAnswers(options: {
  engine: Engine
  keys: Keys
  seed: Seed
  /** The mails of a server without a mail service, and the key of the mailbox; without it there is no `/mail`. */
  readable?: { mailbox: Mailbox; key: string }
  siteUrl?: string
  companyDomain?: string
  /** Hosts of the back office beside `system.`, `portal.` and this machine. */
  staffHosts?: readonly string[]
  /** Names of this server in the office: where a page was asked for by one, that is a staff host too. */
  officeNames: readonly string[]
  ratesService?: string
  mapTiles?: MapTiles
  backup?: () => Promise<string>
}) {
  const { engine, keys, readable, backup } = options
  const rates = createRates({ service: options.ratesService })
  const demo = async () => (options.seed !== 'empty' ? demoAccounts(engine) : [])

  const isDemo = async () => (await demo()).length > 0
  const mail = readable && createMailDoor(readable)

  /** Returns null for any other address. */
  return async (request: Request, path: string, visit: Visit): Promise<Response | null> => {
    if (path === '/health') return Response.json({ status: 'ok', engine: engine.kind, version: engine.version })
    if (path === '/config.json')
      return configJson({
        publishableKey: keys.publishableKey,
        companyDomain: options.companyDomain ?? '',
        staffHosts: staffHostsAt(visit.headers.host ?? '', options),
        demo: await isDemo(),
        ratesUrl: ratesPath,
        mapTiles: options.mapTiles ?? null,
      })
    if (path === '/manifest.webmanifest') return manifestOf(engine)
    if (path.startsWith('/rates/')) return rates(request, path)
    if (path === '/local/demo-accounts') {
      const accounts = await demo()
      return accounts.length > 0 ? Response.json(accounts, { headers: { 'cache-control': 'no-store' } }) : null
    }
    if (path === '/local/backup' && request.method === 'POST' && backup) {
      const identity = await identify(request, keys)
      const isOwner = identity.known && identity.caller.role === 'service_role'
      return isOwner ? Response.json({ file: await backup() }) : null
    }
    if (mail && (path === '/mail' || path.startsWith('/mail/'))) return mail(request, visit)
    return null
  }
}

const manifestFile = new URL('../../../public/manifest.webmanifest', import.meta.url)

/** What a browser installs: the app, under the name of the company. */
async function manifestOf(engine: Engine): Promise<Response> {
  const { rows } = await engine.query<{ name: string | null }>(
    `select nullif(btrim(name), '') as name from public.company_settings limit 1`,
  )
  const name = rows[0]?.name
  const manifest: unknown = JSON.parse(await readFile(manifestFile, 'utf8'))
  return Response.json(
    { ...Object(manifest), ...(name ? { name: `${name}: office`, short_name: name.slice(0, 24) } : {}) },
    { headers: { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' } },
  )
}
