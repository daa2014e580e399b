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
  /** Every mail that was sent, newest first. */
  mails: () => StoredMail[]
  close: () => Promise<void>
}

/** The whole backend on a free port of this machine, over a database of its own; nothing of it stays after `close`. */
export async function startTestServer(
  options: { seed?: Seed; engine?: Engine } & Pick<
    GatewayOptions,
    'webRoot' | 'allowedOrigins' | 'siteUrl' | 'functionSecrets' | 'room'
  > = {},
): Promise<TestServer> {
  const { seed = 'empty' } = options
  const engine = options.engine ?? (await openTestDatabase({ seed }))
  const keys = createKeys()
  const mailbox = await openMailbox()
  const storageDirectory = await mkdtemp(join(tmpdir(), 'signwright-storage-'))
  const gateway = await startGateway({
    ...options,
    engine,
    keys,
    mailbox,
    seed,
    storageDirectory,
    port: 0,
    host: '127.0.0.1',
  })
  return {
    url: gateway.url,
    keys,
    engine,
    mails: () => mailbox.messages(),
    close: async () => {
      await gateway.close()
      await engine.close()
      await rm(storageDirectory, { recursive: true, force: true })
    },
  }
}
