import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Caller, Service } from '../contracts.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { chunksOf } from './body-chunks.ts'
import { createStorage } from './storage.ts'

/**
 * A bare HTTP server around one service, for tests: a bearer token in `callers` is that caller, any other is a visitor.
 * The test closes it.
 */
export async function serveForTest(
  service: Service,
  callers: ReadonlyMap<string, Caller>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const visitor: Caller = { role: 'anon', userId: null, claims: null }
  const server = createServer((incoming, outgoing) => {
    const token = incoming.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const request = asRequest(incoming)
    void service
      .handle(request, { caller: callers.get(token) ?? visitor, ip: '127.0.0.1' })
      .then(async (response) => {
        outgoing.writeHead(response.status, [...response.headers].flat())
        for await (const chunk of chunksOf(response.body)) {
          if (!outgoing.write(chunk)) await once(outgoing, 'drain')
        }
        outgoing.end()
      })
      .catch(() => outgoing.destroy())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function asRequest(incoming: IncomingMessage): Request {
  const method = incoming.method ?? 'GET'
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] satisfies [string, string]] : [],
  )
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    ...(hasBody ? { body: bodyOf(incoming), duplex: 'half' } : {}),
  })
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The test server has no port')
  return address.port
}

const buckets = `
  insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
    ('drawer', 'drawer', false, 1000000, null),
    ('board', 'board', true, 1000, '{image/*}'),
    ('desk', 'desk', false, null, null);
  create policy "Own drawings" on storage.objects for select to authenticated
    using (bucket_id = 'drawer' and owner_id = (select auth.uid())::text);
  create policy "Everybody draws" on storage.objects for insert to authenticated
    with check (bucket_id in ('drawer', 'board') and owner_id = (select auth.uid())::text);
  create policy "The desk is its owner's" on storage.objects for all to authenticated
    using (bucket_id = 'desk' and owner_id = (select auth.uid())::text)
    with check (bucket_id = 'desk' and owner_id = (select auth.uid())::text);
`

/**
 * A storage service behind the unmodified client, with three buckets. `drawer` is private: people add and see their own
 * objects only. `board` is public, for images up to 1000 bytes, without listing. `desk` is private: people have every
 * right on their own objects. `as(token)` acts as `anna`, `boris`, `nobody` or the secret key.
 */
export async function openStorageForTest() {
  const secretKey = 'secret'
  const keys = { publishableKey: 'publishable', secretKey, jwtSecret: 'a secret of thirty-two characters' }
  const [anna, boris] = [randomUUID(), randomUUID()]
  const callers = new Map<string, Caller>([
    ['anna', person(anna)],
    ['boris', person(boris)],
    [secretKey, { role: 'service_role', userId: null, claims: null }],
  ])
  const clock = { now: Date.now() }
  const engine = await openTestDatabase()
  await engine.exec(buckets)
  const directory = await mkdtemp(join(tmpdir(), 'storage-'))
  const create = () => createStorage({ engine, keys, directory, now: () => clock.now })
  let service = create()
  let server = await serveForTest(service, callers)
  const clients = new Map<string, SupabaseClient>()

  return {
    engine,
    clock,
    anna,
    secretKey,
    directory,

    as: (token: string) => {
      const known = clients.get(token)
      const client = known ?? createClient(server.url, keys.publishableKey, { accessToken: async () => token })
      clients.set(token, client)
      return client.storage
    },

    raw: (path: string, init: RequestInit = {}, token = '') =>
      fetch(`${server.url}/storage/v1/${path}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...init.headers },
      }),

    url: () => server.url,

    /** Stops the service and starts it anew over the same files. Clients from before are of no more use. */
    restart: async () => {
      await server.close()
      await service.close?.()
      service = create()
      server = await serveForTest(service, callers)
      clients.clear()
    },

    filesOnDisk: async () => {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true })
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },

    close: async () => {
      await server.close()
      await engine.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function person(userId: string): Caller {
  return { role: 'authenticated', userId, claims: { sub: userId, role: 'authenticated' } }
}
