import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type { Peers } from '../cluster/peers.ts'
import type { Caller, Engine, Keys, Mailer, Service } from '../contracts.ts'
import type { DiskSpaceGuard } from '../disk-space-guard.ts'
import { createFunctionsHost } from '../functions/host.ts'
import { attachRealtime } from '../realtime/server.ts'
import { isSameHost } from './own-names.ts'
import { createStorage } from '../storage/storage.ts'

const functionsDirectory = fileURLToPath(new URL('../../functions/', import.meta.url))

export type Services = {
  storage: Service
  functions: Service
  broadcast: Service
  disconnectUser: (userId: string) => void
  /** How many live connections there are. */
  sockets: () => number
  close: () => Promise<void>
}

/** Opens the parts behind the gateway that are not REST or auth. */
export async function openServices(options: {
  engine: Engine
  peers: Peers
  keys: Keys
  http: Server
  mailer: Mailer
  storageDirectory: string
  room?: DiskSpaceGuard | undefined
  origins: () => readonly string[]
  url: () => string
  /** The address that people type: links in mails begin with it. */
  siteUrl: () => string
  /** Null for a bad token, and for one of a banned or deleted account. */
  verifyToken: (token: string, keys: Keys) => Promise<Caller | null>
  publicChannels?: boolean | undefined
  /** For tests; a running server takes them from its environment. */
  functionSecrets?: Readonly<Record<string, string>>
  /** Settings of the test bank and the test access point, where there are such: the functions' defaults. */
  standIns?: () => Readonly<Record<string, string>>
  note: (line: string) => void
  /** Hears of the page whose live connection is refused. */
  refusedOrigin: (origin: string) => void
}): Promise<Services> {
  const { engine, peers, keys, http, verifyToken, room } = options
  const storage = createStorage({ engine, peers, keys, directory: options.storageDirectory, room })
  const realtime = attachRealtime(http, {
    ...{ engine, peers, keys, verifyToken },
    limits: { publicChannels: options.publicChannels ?? false },
    allowedOrigins: (origin, { headers }) => {
      const allowed = options.origins().includes(origin) || isSameHost(origin, headers.host)
      if (!allowed) options.refusedOrigin(origin)
      return allowed
    },
    report: (problem, error) => options.note(`${problem}: ${error instanceof Error ? error.message : String(error)}`),
  })
  const secrets = await functionSecrets()
  const functions = createFunctionsHost({
    keys,
    url: options.url,
    mailer: options.mailer,
    functionsDirectory,
    environment: () => ({
      SITE_URL: options.siteUrl(),
      ...options.standIns?.(),
      ...secrets,
      ...options.functionSecrets,
    }),
  })
  return {
    storage,
    functions,
    ...{ broadcast: realtime.broadcast, disconnectUser: realtime.disconnectUser, sockets: realtime.sockets },
    close: async () => {
      await realtime.close()
      await functions.close?.()
      await storage.close?.()
    },
  }
}

const secretPrefix = 'SIGNWRIGHT_SECRET_'

/** As on Supabase: `supabase/functions/.env`. In addition, `SIGNWRIGHT_SECRET_X` is the functions' `X`. */
async function functionSecrets(): Promise<Record<string, string | undefined>> {
  const file = await readFile(`${functionsDirectory}.env`, 'utf8').catch(() => '')
  const prefixed = Object.entries(process.env).filter(([name]) => name.startsWith(secretPrefix))
  return {
    ...parseEnv(file),
    ...Object.fromEntries(prefixed.map(([name, value]) => [name.slice(secretPrefix.length), value])),
  }
}
