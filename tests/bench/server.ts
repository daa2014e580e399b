import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { placePostgres } from '../../supabase/local/testing/test-database.ts'
import { spreadOf } from '../faults/spread.ts'
import { placeDatabase } from '../product.ts'
import type { Row } from './row.ts'

/** Rounds in which both servers are asked in turn, senders at once, and what each sends in a round. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6)
const atOnce = 20
const eachSends = Number(process.env['BENCH_SENDS'] ?? 15)

/** With a PostgreSQL server (`node scripts/postgres.mjs -- npm run bench -- server`) both serve databases on it. */
const postgresUrl = process.env['TEST_DATABASE_URL']

/** MB after the measurement. */
const mostMemory = postgresUrl ? 250 : 500

/** The admin of the demo company. */
const admin = 'a1000000-0000-4000-8000-000000000001'

type Kind = 'product' | 'library'
const kinds: readonly Kind[] = ['product', 'library']
type Asked = { name: string; method: 'GET' | 'POST'; path: string; body?: string; prefer?: string; aim?: number }

const asked: readonly Asked[] = [
  {
    name: 'one row by its key',
    method: 'GET',
    path: 'contacts?select=id,name,company,email&id=eq.c0000000-0000-4000-8000-000000000001',
    aim: 3,
  },
  {
    name: 'list of 50 with related rows and an exact count',
    method: 'GET',
    path: 'invoices?select=*,contact:contacts!invoices_contact_id_fkey(company)&order=created_at.desc,id&limit=50',
    prefer: 'count=exact',
    aim: 3,
  },
  { name: 'insert', method: 'POST', path: 'tasks', body: '{"title":"Measured"}', prefer: 'return=minimal', aim: 2.5 },
  { name: 'call of a function', method: 'POST', path: 'rpc/get_booking_types', body: '{}' },
  // What the product itself asks most.
  { name: 'dashboard: figures of the day', method: 'POST', path: 'rpc/figures_of_the_day', body: '{}' },
  {
    name: 'a quotation',
    method: 'GET',
    path: `quotations?select=id,number_with_version,status,version,project_title,valid_until,currency,sent_at,contact_id,net::text,vat::text,gross::text,amends:orders!quotations_amends_order_id_fkey(id,order_number,status),contact:contacts!quotations_contact_id_fkey(id,type,name,last_name,company),location:locations!quotations_location_id_fkey(id,label,address,city)&order=created_at&limit=1`,
  },
  {
    name: 'list of tasks',
    method: 'GET',
    path: `tasks?select=id,title,status,created_by,assignees,created_at,due_at,reminder_hours,contact:contacts(id,name,last_name,company)&or=(assignees.cs.{${admin}},and(created_by.eq.${admin},assignees.eq.{}))&order=created_at.desc&limit=50`,
  },
]

type Place = { at: string; remove: () => Promise<void> }
type Started = { url: string; process: ChildProcess; place: Place; agent: Agent; key: string; token: string }

/** How many requests a second the product answers, against its REST library as it comes behind node's own server. */
export async function measureServer(): Promise<Row[]> {
  const servers = { product: await startProduct(), library: await startLibrary() }
  try {
    const rows: Row[] = []
    for (const what of asked) {
      const spent: Record<Kind, number[]> = { product: [], library: [] }
      const took: Record<Kind, number[]> = { product: [], library: [] }
      const refused: Record<Kind, number> = { product: 0, library: 0 }
      for (let round = -1; round < rounds; round += 1)
        for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
          const began = performance.now()
          const sender = async () => {
            for (let nth = 0; nth < eachSends; nth += 1) {
              const ms = await send(servers[kind], what)
              if (ms === null) refused[kind] += 1
              else if (round >= 0) took[kind].push(ms)
            }
          }
          await Promise.all(Array.from({ length: atOnce }, sender))
          if (round >= 0) spent[kind].push(performance.now() - began)
        }
      if (refused.product > 0) throw new Error(`${what.name}: ${refused.product} requests were refused`)
      const perSecond = (kind: Kind) => (atOnce * eachSends * 1000) / middle(spent[kind])
      const times = perSecond('product') / perSecond('library')
      const [here, there] = [spreadOf(took.product), spreadOf(took.library)]
      rows.push({
        measure: `${what.name}, ${atOnce} at once: the product, the bare library`,
        result: `${Math.round(perSecond('product'))} and ${Math.round(perSecond('library'))} a second (${times.toFixed(1)} times); p50 ${here.p50} and ${there.p50} ms, p99 ${here.p99} and ${there.p99} ms${refused.library > 0 ? `; the library failed ${refused.library} times` : ''}`,
        aim: what.aim === undefined ? '' : `${what.aim} times`,
      })
    }
    rows.push({
      measure: 'memory of the product and of the bare library after it (RSS, PostgreSQL not counted)',
      result: `${memoryOf(servers.product)} and ${memoryOf(servers.library)} MB`,
      aim: `${mostMemory} MB`,
    })
    return rows
  } finally {
    for (const { process: child, place } of Object.values(servers)) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await place.remove()
    }
  }
}

/** In MB. */
function memoryOf({ process: { pid } }: Started): number {
  const kilobytes = execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Math.round(Number(kilobytes) / 1024)
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const keysOf = z.object({ publishableKey: z.string(), jwtSecret: z.string() })

async function startProduct(): Promise<Started> {
  const place = await newDatabase()
  const started = await start('engine-server.ts', [postgresUrl ? 'postgres' : 'thread', place.at])
  const { url, keys } = z.object({ url: z.string(), keys: keysOf }).parse(started.said)
  return { ...started, url, place, key: keys.publishableKey, token: await tokenBy(keys.jwtSecret) }
}

async function startLibrary(): Promise<Started> {
  const place = await newDatabase()
  const secret = 'a-secret-of-the-measurement-that-is-long-enough'
  const keys = ['sb_publishable_measured', 'sb_secret_measured']
  const started = await start('bare-library.ts', [place.at, secret, ...keys])
  const { url } = z.object({ url: z.string() }).parse(started.said)
  return { ...started, url, place, key: keys[0] ?? '', token: await tokenBy(secret) }
}

async function newDatabase(): Promise<Place> {
  if (postgresUrl) {
    const { url, drop } = await placePostgres(postgresUrl, 'demo')
    return { at: url, remove: drop }
  }
  const directory = mkdtempSync(join(tmpdir(), 'signwright-server-'))
  const dataDir = join(directory, 'db')
  await placeDatabase(dataDir, 'demo')
  return { at: dataDir, remove: async () => rmSync(directory, { recursive: true, force: true }) }
}

const tokenBy = (secret: string): Promise<string> =>
  new SignJWT({ sub: admin, role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))

async function start(file: string, words: string[]) {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const first = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  const said: unknown = JSON.parse(first)
  return { said, process: child, agent: new Agent({ keepAlive: true, maxSockets: atOnce }) }
}

/** Sends one request and returns its duration in ms, or null when it is refused. */
function send({ url, key, token, agent }: Started, { method, path, body, prefer }: Asked): Promise<number | null> {
  const began = performance.now()
  return new Promise((resolve) => {
    const headers = {
      apikey: key,
      authorization: `Bearer ${token}`,
      ...(prefer === undefined ? {} : { prefer }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request(`${url}/rest/v1/${path}`, { method, agent, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve((response.statusCode ?? 0) < 300 ? performance.now() - began : null))
    })
    sent.on('error', () => resolve(null))
    sent.end(body)
  })
}
