import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { spreadOf } from '../faults/spread.ts'
import { placeDatabase } from '../product.ts'
import { milliseconds, type Row } from './row.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20)
const listeners = 50
const changesPerSecond = 1_000
const rowsPerRequest = 5
/** How long one table is written to in a round. */
const roundMs = 600
/** Time for what was written to be read, so that it burdens no other table. */
const restMs = 600
const atOnce = 8

const tables = ['plain', 'heard'] as const
type Table = (typeof tables)[number]

type Server = Awaited<ReturnType<typeof startServer>>

/**
 * What `postgres_changes` costs writers: two equal tables of which one is published, written to in turn over REST, first
 * without listeners and then with 50 people who listen to 1,000 changes a second.
 */
export async function measureChanges(): Promise<Row[]> {
  const rows: Row[] = []
  for (const sight of ['own', 'all'] as const) {
    const server = await startServer(sight)
    try {
      if (sight === 'own') rows.push(compared('nobody listens', await inTurn(server, Infinity), '≤ 10 %'))
      const heard: number[] = []
      const people = Array.from({ length: listeners }, () => randomUUID())
      const sockets = await Promise.all(people.map((person) => listen(server, person, (ms) => heard.push(ms))))
      const who = `${listeners} people hear ${sight === 'own' ? 'their own rows' : 'all rows'}`
      rows.push(compared(`${who}, as many writes as there is time for`, await inTurn(server, Infinity, people), ''))
      heard.length = 0
      rows.push(
        compared(
          `${who}, ${changesPerSecond} changes a second`,
          await inTurn(server, changesPerSecond, people),
          '≤ 25 %',
        ),
      )
      await pause(3_000)
      rows.push({
        measure: `${who}: write → change, of ${heard.length}`,
        result: milliseconds(spreadOf(heard)),
        aim: '',
      })
      for (const socket of sockets) socket.terminate()
    } finally {
      await server.stop()
    }
  }
  return rows
}

type Slice = { times: number[]; cpuMs: number }
type Took = Record<Table, Slice[]>

/** The times of writes to either table, in turn, and what the server worked for them and for those who listen. */
async function inTurn(server: Server, perSecond: number, people = [randomUUID()]): Promise<Took> {
  const took: Took = { plain: [], heard: [] }
  for (let round = -2; round < rounds; round += 1)
    for (const table of round % 2 === 0 ? tables : tables.toReversed()) {
      const cpuBefore = server.cpuMs()
      const times = await writeTo(server, table, perSecond, people)
      await pause(restMs)
      if (round >= 0) took[table].push({ times, cpuMs: server.cpuMs() - cpuBefore })
    }
  return took
}

async function writeTo(server: Server, table: Table, perSecond: number, people: readonly string[]): Promise<number[]> {
  const token = await server.token(people[0] ?? '')
  const times: number[] = []
  const began = performance.now()
  let sent = 0
  const writer = async () => {
    while (performance.now() - began < roundMs) {
      const due = began + (sent * rowsPerRequest * 1000) / perSecond
      const nth = sent++
      await pause(Math.max(0, due - performance.now()))
      const at = performance.now()
      const rows = Array.from({ length: rowsPerRequest }, (_, row) => ({
        owner: people[(nth * rowsPerRequest + row) % people.length],
        title: 'A change of a table',
        note: String(Date.now()),
      }))
      const response = await fetch(`${server.url}/rest/v1/${table}`, {
        method: 'POST',
        headers: { apikey: server.key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(rows),
      })
      if (!response.ok) throw new Error(await response.text())
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, writer))
  return times
}

/** The middle of the rounds' ratios: what else the machine does burdens both tables of a round alike. */
function compared(name: string, { plain, heard }: Took, aim: string): Row {
  const percent = (of: (slice: Slice) => number) => {
    const ratios = heard
      .map((slice, round) => of(slice) / of(plain[round] ?? slice))
      .toSorted((one, other) => one - other)
    const at = (share: number) => (((ratios[Math.floor(ratios.length * share)] ?? 1) - 1) * 100).toFixed(0)
    return `${at(0.5)} % (quarters ${at(0.25)} and ${at(0.75)})`
  }
  const slower = percent(({ times }) => times.reduce((sum, time) => sum + time, 0) / times.length)
  const work = percent(({ times, cpuMs }) => cpuMs / times.length)
  const spread = (slices: Slice[]) => milliseconds(spreadOf(slices.flatMap(({ times }) => times)))
  return {
    measure: `insert of ${rowsPerRequest} rows, ${name}`,
    result: `slower by ${slower}; more work of the server by ${work}; unheard ${spread(plain)}, heard ${spread(heard)}`,
    aim,
  }
}

const frame = z.tuple([z.unknown(), z.unknown(), z.string(), z.string(), z.unknown()])
const change = z.object({ data: z.object({ record: z.object({ note: z.string() }) }) })
const system = z.object({ status: z.string(), message: z.string() })

/** A person's socket; `heard` gets the milliseconds from the writing of each change. */
async function listen(server: Server, person: string, heard: (ms: number) => void): Promise<WebSocket> {
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.key}&vsn=2.0.0`,
  )
  await new Promise((resolve) => socket.once('open', resolve))
  const asked = { event: '*', schema: 'public', table: 'heard' }
  const config = { broadcast: {}, presence: {}, private: false, postgres_changes: [asked] }
  const access_token = await server.token(person)
  socket.send(JSON.stringify(['1', '1', 'realtime:changes', 'phx_join', { access_token, config }]))
  const beat = setInterval(() => socket.send(JSON.stringify([null, '2', 'phoenix', 'heartbeat', {}])), 20_000)
  socket.on('close', () => clearInterval(beat))
  await new Promise<void>((resolve, reject) => {
    socket.on('message', (data: Buffer) => {
      const [, , , event, payload] = frame.parse(JSON.parse(data.toString()))
      if (event === 'postgres_changes') heard(Date.now() - Number(change.parse(payload).data.record.note))
      if (event !== 'system') return
      const { status, message } = system.parse(payload)
      if (status === 'ok') resolve()
      else reject(new Error(message))
    })
  })
  return socket
}

const startedSchema = z.object({
  url: z.string(),
  keys: z.object({ publishableKey: z.string(), jwtSecret: z.string() }),
})

async function startServer(sight: 'own' | 'all') {
  const directory = mkdtempSync(join(tmpdir(), 'signwright-changes-'))
  const dataDir = join(directory, 'db')
  if (process.env['TEST_DATABASE_URL'] === undefined) await placeDatabase(dataDir, 'demo')
  const child = spawn(process.execPath, ['tests/bench/changes-server.ts', dataDir, sight], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await new Promise<string[]>((resolve, reject) => {
    createInterface(child.stdout).once('line', (text) => resolve([text]))
    child.once('exit', () => reject(new Error('The server did not start')))
  })
  const { url, keys } = startedSchema.parse(JSON.parse(line ?? ''))
  const secret = new TextEncoder().encode(keys.jwtSecret)
  return {
    url,
    key: keys.publishableKey,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    token: (person: string) =>
      new SignJWT({ role: 'authenticated' })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(person)
        .setExpirationTime('1h')
        .sign(secret),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The time that a process has worked, in ticks of 10 ms. */
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
