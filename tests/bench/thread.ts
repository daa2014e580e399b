import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { newPerson, type Served } from '../faults/people.ts'
import { spreadOf } from '../faults/spread.ts'
import { placeDatabase } from '../product.ts'
import type { Row } from './row.ts'

/** How often each request is sent to both servers, in turn. */
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 400)
/** The number of parallel senders in the last measurement, and of requests each. */
const atOnce = 20
const eachSends = 25

type Kind = 'thread' | 'direct'
const kinds: readonly Kind[] = ['thread', 'direct']
type Asked = { name: string; method: 'GET' | 'POST'; path: string; body?: string }

const asked: readonly Asked[] = [
  { name: 'read of 20 notices', method: 'GET', path: 'notifications?select=id,title,created_at&limit=20' },
  {
    name: 'list of 50 quotations with their number',
    method: 'GET',
    path: 'quotations?select=*,contact:contacts!quotations_contact_id_fkey(company)&order=created_at.desc&limit=50',
  },
  { name: 'call of a function', method: 'POST', path: 'rpc/get_booking_types', body: '{}' },
  { name: 'new task', method: 'POST', path: 'tasks', body: '{"title":"Measured"}' },
]

type Engine = Served & { process: ChildProcess; directory: string; token: string; agent: Agent }

/**
 * The cost of the database thread for a whole request: the same requests to a server with and one without it, in turn.
 */
export async function measureThread(): Promise<Row[]> {
  const servers = new Map<Kind, Engine>()
  for (const kind of kinds) servers.set(kind, await startWith(kind))
  const to = (kind: Kind, what: Asked) => {
    const server = servers.get(kind)
    if (!server) throw new Error(`There is no server ${kind}`)
    return send(server, what)
  }
  try {
    const rows: Row[] = []
    for (const what of asked) {
      const took: Record<Kind, number[]> = { thread: [], direct: [] }
      for (let round = -20; round < rounds; round += 1)
        for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
          const ms = await to(kind, what)
          if (round >= 0) took[kind].push(ms)
        }
      rows.push(compared(what.name, took))
    }
    const [read] = asked
    if (read) rows.push(await together(read, to))
    return rows
  } finally {
    for (const { process: child, directory } of servers.values()) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

const rounded = (value: number): number => Math.round(value * 100) / 100

function compared(name: string, took: Record<Kind, number[]>): Row {
  const [thread, direct] = [spreadOf(took.thread), spreadOf(took.direct)]
  const [here, there] = [middle(took.direct), middle(took.thread)]
  return {
    measure: `${name}: engine in a thread, in the process itself`,
    result: `median ${rounded(there)} and ${rounded(here)} ms (${rounded(there / here)} times), p95 ${thread.p95} and ${direct.p95} ms, of ${direct.count} each`,
    aim: '',
  }
}

const middle = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Many at once, in turn five times: with a thread, requests are read and written while the database computes. */
async function together(what: Asked, to: (kind: Kind, what: Asked) => Promise<number>): Promise<Row> {
  const spent: Record<Kind, number[]> = { thread: [], direct: [] }
  for (let round = 0; round < 5; round += 1)
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const began = performance.now()
      const sender = async () => {
        for (let nth = 0; nth < eachSends; nth += 1) await to(kind, what)
      }
      await Promise.all(Array.from({ length: atOnce }, sender))
      spent[kind].push(performance.now() - began)
    }
  const perSecond = (kind: Kind) => Math.round((atOnce * eachSends * 1000) / middle(spent[kind]))
  return {
    measure: `${what.name}, ${atOnce} at once: engine in a thread, in the process itself`,
    result: `${perSecond('thread')} and ${perSecond('direct')} a second (${rounded(perSecond('thread') / perSecond('direct'))} times)`,
    aim: '',
  }
}

const said = z.object({
  url: z.string(),
  keys: z.object({ publishableKey: z.string(), secretKey: z.string(), jwtSecret: z.string() }),
})

async function startWith(kind: Kind): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'signwright-thread-'))
  const dataDir = join(directory, 'db')
  await placeDatabase(dataDir, 'demo')
  const child = spawn(process.execPath, [new URL('./engine-server.ts', import.meta.url).pathname, kind, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const first = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  const served = said.parse(JSON.parse(first))
  const person = await newPerson(served, 'admin')
  const answer = await fetch(`${served.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: served.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: person.password }),
  })
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await answer.json())
  return { ...served, process: child, directory, token, agent: new Agent({ keepAlive: true, maxSockets: atOnce }) }
}

/** Sends one request and returns its duration in ms. Throws when it is refused. */
function send({ url, keys, token, agent }: Engine, { method, path, body }: Asked): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const headers = {
      apikey: keys.publishableKey,
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const sent = request(`${url}/rest/v1/${path}`, { method, agent, headers }, (response) => {
      response.resume()
      response.on('end', () => {
        if ((response.statusCode ?? 0) < 300) resolve(performance.now() - began)
        else reject(new Error(`${path} was answered with ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
