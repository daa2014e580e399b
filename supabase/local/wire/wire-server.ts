import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PgliteEngine } from '../engine/pglite-engine.ts'
import { createLimiter } from '../rest-auth/auth/limiter.ts'
import { Conversation } from './conversation.ts'
import { errorMessage, Fields, int32, message, MessageReader, text, type Message } from './messages.ts'
import { createReader, type Reader } from './reader.ts'
import { createScram, mechanism } from './scram.ts'

export type Wire = { url: string; close: () => Promise<void> }

const user = 'reports'
const database = 'signwright'
const mostConnections = 10
const largestMessage = 1024 * 1024
const signInMs = 10_000

const [sslRequest, gssRequest, cancelRequest, protocolMajor] = [80877103, 80877104, 80877102, 3]

/** The password of the reports in a data directory, made at the first start that wants one. */
export async function wirePassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'reports-password')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known.trim().length >= 16) return known.trim()
  const password = randomBytes(18).toString('base64url')
  await writeFile(file, `${password}\n`, { mode: 0o600 })
  return password
}

/**
 * Speaks PostgreSQL's protocol on a port of this machine alone, for programs that read: psql and reporting tools. Nobody gets in
 * without the password, and nothing is written (docs/decisions/0839).
 */
export async function openWire(options: { engine: PgliteEngine; port: number; password: string }): Promise<Wire> {
  const { engine, port, password } = options
  await engine.exec(await readFile(fileURLToPath(new URL('reports.sql', import.meta.url)), 'utf8'))
  const reader = createReader(engine)
  const wrong = createLimiter({ limit: 10, windowMs: 60_000 })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const isFull = sockets.size > mostConnections
    serve(socket, { reader, password, version: engine.version, wrong, isFull })
  })
  const bound = await listen(server, port)
  return {
    url: `postgres://${user}:${password}@127.0.0.1:${bound}/${database}`,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Served = {
  reader: Reader
  password: string
  version: string
  wrong: ReturnType<typeof createLimiter>
  isFull: boolean
}

/** One client, message after message. */
function serve(socket: Socket, served: Served): void {
  const messages = new MessageReader(largestMessage)
  const guest = createGuest(socket, served)
  const hurry = setTimeout(() => guest.isIn() || socket.destroy(), signInMs)
  socket.on('close', () => clearTimeout(hurry))
  let turn = Promise.resolve()
  socket.on('data', (bytes: Buffer) => {
    turn = turn.then(async () => {
      messages.add(bytes)
      for (let next = messages.next(guest.isNew()); next; next = messages.next(guest.isNew())) await guest.hear(next)
    })
    turn = turn.catch(() => {
      socket.destroy()
    })
  })
}

function createGuest(socket: Socket, { reader, password, version, wrong, isFull }: Served) {
  const send = (bytes: Buffer) => void (socket.writable && socket.write(bytes))
  const turnAway = (code: string, words: string) => {
    send(errorMessage({ code, message: words, severity: 'FATAL' }))
    socket.end()
  }
  const scram = createScram(password)
  let state: 'new' | 'asked' | 'answered' | 'in' | 'away' = 'new'
  const conversation = new Conversation(reader, send)

  const start = (body: Buffer) => {
    const { code, said } = startOf(body)
    if (code === sslRequest || code === gssRequest) return send(Buffer.from('N'))
    if (code === cancelRequest || code >>> 16 !== protocolMajor) return socket.destroy()
    state = 'away'
    if (isFull) return turnAway('53300', `There are ${mostConnections} connections already.`)
    if (wrong.waitFor('') !== null)
      return turnAway('28000', 'There were too many wrong passwords. Try again in a minute.')
    if ((said.get('database') ?? said.get('user')) !== database)
      return turnAway('3D000', `There is one database here: ${database}.`)
    state = 'asked'
    isUser = same(said.get('user') ?? '', user)
    send(message('R', int32(10), text(mechanism), Buffer.from([0])))
  }
  let isUser = false
  const signIn = ({ letter, body }: Message) => {
    const fields = new Fields(body)
    if (letter !== 'p') return socket.destroy()
    if (state === 'asked') {
      if (fields.text() !== mechanism) return socket.destroy()
      const words = fields.bytes(fields.int32()).toString('utf8')
      state = 'answered'
      return send(message('R', int32(11), Buffer.from(scram.begin(words))))
    }
    const last = scram.end(fields.rest().toString('utf8'))
    if (last === null || !isUser) {
      wrong.count('')
      state = 'away'
      return turnAway('28P01', 'The password or the user is wrong. Both were printed when the server started.')
    }
    state = 'in'
    send(message('R', int32(12), Buffer.from(last)))
    send(message('R', int32(0)))
    for (const [name, value] of Object.entries(told(version))) send(message('S', text(name), text(value)))
    send(message('K', int32(0), int32(0)))
    conversation.ready()
  }
  return {
    isNew: () => state === 'new',
    isIn: () => state === 'in',
    hear: async (heard: Message) => {
      if (state === 'new') return start(heard.body)
      if (state === 'away') return
      if (state !== 'in') return signIn(heard)
      if (heard.letter === 'X') return socket.end()
      return conversation.hear(heard)
    },
  }
}

/** What a client says before anything else: the protocol that it speaks, or a request, and who it is. */
function startOf(body: Buffer): { code: number; said: ReadonlyMap<string, string> } {
  const fields = new Fields(body)
  const code = fields.int32()
  const said = new Map<string, string>()
  if (code >>> 16 !== protocolMajor) return { code, said }
  for (let name = fields.text(); name !== ''; name = fields.text()) said.set(name, fields.text())
  return { code, said }
}

/** What a client is told of the server. */
const told = (version: string) => ({
  ...{ server_version: version, server_encoding: 'UTF8', client_encoding: 'UTF8', application_name: '' },
  ...{ DateStyle: 'ISO, MDY', IntervalStyle: 'postgres', TimeZone: 'UTC', integer_datetimes: 'on' },
  ...{ standard_conforming_strings: 'on', is_superuser: 'off', session_authorization: user },
  ...{ default_transaction_read_only: 'on', in_hot_standby: 'off' },
})

const same = (one: string, other: string): boolean =>
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other))

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}
