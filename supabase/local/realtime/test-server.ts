import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { Engine, Service } from '../contracts.ts'
import { identify, verifyToken } from '../gateway/identify.ts'
import { createKeys } from '../gateway/keys.ts'
import { openTestDatabase } from '../testing/test-database.ts'
import { attachRealtime, type RealtimeOptions } from './server.ts'

/**
 * A realtime server on a port of its own, over a database of its own. `ownPolicies` replaces the product's policies by
 * two lists that a test fills with `allow`: who may hear and who may speak on which topic.
 */
export async function startTestServer(
  options: Partial<Omit<RealtimeOptions, 'engine' | 'keys'>> & { ownPolicies?: boolean } = {},
) {
  const { ownPolicies = true, ...overrides } = options
  const engine = await openTestDatabase()
  if (ownPolicies) await installOwnPolicies(engine)
  const keys = createKeys()
  const http = createServer()
  const realtime = attachRealtime(http, {
    engine,
    keys,
    verifyToken,
    allowedOrigins: ['http://app.example'],
    report: (problem, error) => problems.push(`${problem}: ${String(error)}`),
    ...overrides,
  })
  const problems: string[] = []
  http.on('request', (request, response) => void answer(realtime.broadcast, request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const url = `http://127.0.0.1:${port}`
  const clients: SupabaseClient[] = []
  const raws: RawClient[] = []

  const answer = async (service: Service, request: IncomingMessage, response: ServerResponse) => {
    const asked = new Request(`${url}${request.url ?? ''}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(request.method === 'POST' ? { body: await text(request) } : {}),
    })
    const identity = await identify(asked, keys)
    const answered = identity.known
      ? await service.handle(asked, { caller: identity.caller, ip: '127.0.0.1' })
      : new Response(identity.message, { status: 401 })
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text())
  }

  return {
    url,
    port,
    engine,
    keys,
    realtime,
    problems,

    /** A signed token; `seconds` until it expires. */
    token: (userId: string, { seconds = 3_600, role = 'authenticated' } = {}) =>
      new SignJWT({ role })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
        .sign(new TextEncoder().encode(keys.jwtSecret)),

    /** The unmodified client library, speaking for a token, or for the publishable key alone. */
    async client(token: string | null = null, realtimeOptions: object = {}) {
      const client = createClient(url, keys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        realtime: realtimeOptions,
        ...(token === null ? {} : { accessToken: async () => token }),
      })
      await client.realtime.setAuth()
      clients.push(client)
      return client
    },

    async raw(query: { vsn?: string; apikey?: string } = {}, headers: Record<string, string> = {}) {
      const { vsn = '2.0.0', apikey = keys.publishableKey } = query
      const client = await openRaw(
        `ws://127.0.0.1:${port}/realtime/v1/websocket?apikey=${encodeURIComponent(apikey)}&vsn=${vsn}`,
        vsn,
        headers,
      )
      raws.push(client)
      return client
    },

    /** Lets a person hear (and speak) on a topic, where the test owns the policies. */
    allow: (userId: string, topic: string, may: 'hear' | 'speak' | 'both' = 'both') =>
      engine.query('insert into realtime_test.rights values ($1, $2, $3, $4)', [
        userId,
        topic,
        may !== 'speak',
        may !== 'hear',
      ]),

    send: (topic: string, event: string, payload: object) =>
      engine.query('select realtime.send($1::text::jsonb, $2, $3)', [JSON.stringify(payload), event, topic]),

    async close() {
      await Promise.all(clients.map((client) => client.realtime.disconnect()))
      for (const raw of raws) raw.socket.terminate()
      await realtime.close()
      await new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
      await engine.close()
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

export const newUser = () => randomUUID()

async function installOwnPolicies(engine: Engine): Promise<void> {
  const { rows } = await engine.query<{ policyname: string }>(
    `select policyname from pg_policies where schemaname = 'realtime' and tablename = 'messages'`,
  )
  for (const { policyname } of rows) await engine.exec(`drop policy "${policyname}" on realtime.messages`)
  await engine.exec(`
    create schema realtime_test;
    create table realtime_test.rights (user_id uuid, topic text, hears boolean, speaks boolean);
    alter table realtime_test.rights enable row level security;
    create policy "people see their rights" on realtime_test.rights
      for select to authenticated using (user_id = (select auth.uid()));
    grant usage on schema realtime_test to authenticated;
    grant select on realtime_test.rights to authenticated;
    create policy "hearers" on realtime.messages for select to authenticated using (exists (
      select from realtime_test.rights r where r.topic = (select realtime.topic()) and r.hears));
    create policy "speakers" on realtime.messages for insert to authenticated with check (exists (
      select from realtime_test.rights r where r.topic = (select realtime.topic()) and r.speaks));
    create policy "visitors hear documents" on realtime.messages for select to anon
      using (realtime.topic() = 'doc:2d9d8a52-3f1b-4c3f-9d1b-0a523f1b4c3f');
  `)
}

const textFrame = z.union([
  z.object({ topic: z.string(), event: z.string(), payload: z.unknown(), ref: z.string().nullable() }),
  z
    .tuple([z.string().nullable(), z.string().nullable(), z.string(), z.string(), z.unknown()])
    .transform(([, ref, topic, event, payload]) => ({ topic, event, payload, ref })),
])

export type RawFrame = z.infer<typeof textFrame> | { binary: Buffer }
export type RawClient = Awaited<ReturnType<typeof openRaw>>

/** A WebSocket that speaks the protocol by hand. `next` waits for a frame that was not looked at yet. */
async function openRaw(url: string, vsn: string, headers: Record<string, string>) {
  const socket = new WebSocket(url, { headers })
  const frames: RawFrame[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data, isBinary) => {
    const bytes = Buffer.isBuffer(data) ? data : Buffer.alloc(0)
    frames.push(isBinary ? { binary: bytes } : textFrame.parse(JSON.parse(bytes.toString())))
    for (const wake of waiting) wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () => resolve())
    socket.on('error', reject)
  })
  socket.on('error', () => {})

  const next = async (wanted: (frame: RawFrame) => boolean): Promise<RawFrame> => {
    for (;;) {
      const index = frames.findIndex(wanted)
      if (index >= 0) return frames.splice(index, 1)[0]!
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
      })
    }
  }
  const write = (ref: string | null, topic: string, event: string, payload: unknown, joinRef: string | null = null) =>
    socket.send(
      JSON.stringify(
        vsn === '1.0.0' ? { topic, event, payload, ref, join_ref: joinRef } : [joinRef, ref, topic, event, payload],
      ),
    )
  const event = (name: string) => next((frame) => 'event' in frame && frame.event === name)
  const reply = async (ref: string) => {
    const frame = await next(
      (candidate) => 'ref' in candidate && candidate.event === 'phx_reply' && candidate.ref === ref,
    )
    return 'payload' in frame ? frame.payload : null
  }

  return {
    socket,
    frames,
    closed,
    next,
    event,
    write,
    reply,
    binary: () => next((frame) => 'binary' in frame),
    /** Joins with the ref `ref`, which is the join ref too, and answers with the reply. */
    join(ref: string, topic: string, token: string | null, config: object = {}) {
      write(
        ref,
        `realtime:${topic}`,
        'phx_join',
        {
          access_token: token,
          config: { broadcast: {}, presence: {}, postgres_changes: [], private: true, ...config },
        },
        ref,
      )
      return reply(ref)
    },
  }
}
