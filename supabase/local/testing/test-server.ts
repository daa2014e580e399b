import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine, Keys } from '../contracts.ts'
import type { Seed } from '../engine/boot.ts'
import { createKeys } from '../gateway/keys.ts'
import { startGateway, type GatewayOptions } from '../gateway/server.ts'
import { openMailbox, type StoredMail } from '../mail/mailbox.ts'
import { openTestDatabase } from './test-database.ts'

export type TestServer = {
  url: string
  keys: Keys
  engine: Engine
  /** The key of `/mail`. */
  mailKey: string
  /** Every mail that was sent, newest first. */
  mails: () => StoredMail[]
  /** Stops the server; its database goes on. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

/** The whole backend on a free port of this machine, over its own database; `close` removes everything. */
export async function startTestServer(
  options: { seed?: Seed; engine?: Engine; host?: string; keepsMail?: boolean } & Pick<
    GatewayOptions,
    | 'webRoot'
    | 'warn'
    | 'staffHosts'
    | 'trustedProxies'
    | 'allowedOrigins'
    | 'siteUrl'
    | 'functionSecrets'
    | 'bankLedger'
    | 'accessPoint'
    | 'room'
    | 'metricsToken'
    | 'dataDirectory'
    | 'anonymousSignIns'
    | 'publicChannels'
    | 'exposedSchemas'
  > = {},
): Promise<TestServer> {
  const { seed = 'empty', keepsMail = true } = options
  const engine = options.engine ?? (await openTestDatabase({ seed }))
  const keys = createKeys()
  const mailbox = await openMailbox()
  const mailKey = randomUUID()
  const storageDirectory = await mkdtemp(join(tmpdir(), 'signwright-storage-'))
  const gateway = await startGateway({
    ...options,
    engine,
    keys,
    mailer: mailbox,
    ...(keepsMail ? { readable: { mailbox, key: mailKey } } : {}),
    seed,
    storageDirectory,
    port: 0,
    host: options.host ?? '127.0.0.1',
  })
  const stop = async () => {
    await gateway.close()
    await rm(storageDirectory, { recursive: true, force: true })
  }
  return {
    url: gateway.url,
    keys,
    engine,
    mailKey,
    mails: () => mailbox.messages(),
    stop,
    close: async () => {
      await stop()
      await engine.close()
    },
  }
}
