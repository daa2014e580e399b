import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { spreadOf } from '../faults/spread.ts'
import { placeDatabase } from '../product.ts'
import type { Row } from './row.ts'

/** Rounds in which both servers are asked in turn, senders at once, and what each sends in a round. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 6)
const atOnce = 20
const eachSends = Number(process.env['BENCH_SENDS'] ?? 15)

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
]

type Started = { url: string; process: ChildProcess; directory: string; agent: Agent; key: string; token: string }

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
        result: `${Math.round(perSecond('product'))} and ${Math.round(perSecond('library'))} a second (${times.toFixed(1)} times); p99 ${here.p99} and ${there.p99} ms${refused.library > 0 ? `; the library failed ${refused.library} times` : ''}`,
        aim: what.aim === undefined ? '' : `${what.aim} times`,
      })
    }
    return rows
  } finally {
    for (const { process: child, directory } of Object.values(servers)) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const keysOf = z.object({ publishableKey: z.string(), jwtSecret: z.string() })

async function startProduct(): Promise<Started> {
  const { directory, dataDir } = await newDatabase()
  const started = await start('engine-server.ts', ['thread', dataDir])
  const { url, keys } = z.object({ url: z.string(), keys: keysOf }).parse(started.said)
  return { ...started, url, directory, key: keys.publishableKey, token: await tokenBy(keys.jwtSecret) }
}

async function startLibrary(): Promise<Started> {
  const { directory, dataDir } = await newDatabase()
  const secret = 'a-secret-of-the-measurement-that-is-long-enough'
  const keys = ['sb_publishable_measured', 'sb_secret_measured']
  const started = await start('bare-library.ts', [dataDir, secret, ...keys])
  const { url } = z.object({ url: z.string() }).parse(started.said)
  return { ...started, url, directory, key: keys[0] ?? '', token: await tokenBy(secret) }
}

async function newDatabase() {
  const directory = mkdtempSync(join(tmpdir(), 'signwright-server-'))
  const dataDir = join(directory, 'db')
  await placeDatabase(dataDir, 'demo')
  return { directory, dataDir }
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
