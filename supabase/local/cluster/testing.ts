import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Keys } from '../contracts.ts'
import { openPostgres } from '../engine/postgres-engine.ts'
import { createKeys } from '../gateway/keys.ts'
import { startGateway } from '../gateway/server.ts'
import { openMailbox } from '../mail/mailbox.ts'
import { placePostgres } from '../testing/test-database.ts'
import { Cluster } from './cluster.ts'

export type OneServer = Awaited<ReturnType<typeof startOne>>
export type Servers = Awaited<ReturnType<typeof startServers>>

type Place = { databaseUrl: string; folder: string; keys: Keys; problems: string[] }

const stateless = { auth: { persistSession: false, autoRefreshToken: false } }

async function startOne({ databaseUrl, folder, keys, problems }: Place) {
  const report = (problem: string, error: unknown) => void problems.push(`${problem}: ${String(error)}`)
  const engine = await openPostgres(databaseUrl)
  const cluster = new Cluster({ databaseUrl, report, lookEveryMs: 200 })
  await cluster.inTurn(async () => {})
  const mailbox = await openMailbox(join(folder, 'mail.jsonl'), { isShared: true })
  const gateway = await startGateway({
    ...{ engine, keys, mailer: mailbox, readable: { mailbox, key: randomUUID() } },
    ...{ peers: cluster.peersFor(engine), seed: 'demo', storageDirectory: join(folder, 'storage') },
    ...{ port: 0, host: '127.0.0.1' },
  })
  await cluster.join(keys.jwtSecret)
  return {
    ...{ url: gateway.url, engine, cluster, mailbox },
    async close() {
      await gateway.close()
      await cluster.close()
      await engine.close()
    },
  }
}

/** Two servers in this process over one database of the tests' PostgreSQL, with one folder of files. */
export async function startServers() {
  const server = process.env['TEST_DATABASE_URL']
  if (!server) throw new Error('Several servers need a PostgreSQL')
  const database = await placePostgres(server, 'demo')
  const folder = await mkdtemp(join(tmpdir(), 'signwright-cluster-'))
  const place = { databaseUrl: database.url, folder, keys: createKeys(), problems: [] }
  const [one, other] = [await startOne(place), await startOne(place)]
  const clients: SupabaseClient[] = []

  return {
    ...{ ...place, one, other },
    /** Starts one more. */
    start: () => startOne(place),
    /** The client library at one of the servers, signed in as one of the demo people. */
    async client({ url }: { url: string }, email?: string) {
      const client = createClient(url, place.keys.publishableKey, stateless)
      clients.push(client)
      if (!email) return client
      const { error } = await client.auth.signInWithPassword({ email, password: 'signwright' })
      if (error) throw error
      await client.realtime.setAuth()
      return client
    },
    service: ({ url }: { url: string }) => createClient(url, place.keys.secretKey, stateless),
    async close() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      await one.close()
      await other.close()
      await rm(folder, { recursive: true, force: true })
      await database.drop()
    },
  }
}
