import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { SignJWT } from 'jose'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { admin, type Served } from '../faults/people.ts'
import { spreadOf } from '../faults/spread.ts'
import type { Product } from '../product.ts'
import { megabytes, milliseconds, type Row } from './row.ts'
import { noticeFor } from './tabs.ts'

const sockets = 1000
const perSecond = 100
const atOnce = 8

const frameSchema = z.tuple([z.string().nullable(), z.string().nullable(), z.string(), z.string(), z.unknown()])

export type Listener = { id: string; socket: WebSocket; heardAt: number | null }

/** A thousand people listen on one server, and each is written to once. */
export const measureSockets = ({ url, keys, pid }: Product): Promise<Row[]> =>
  measureListeners({ url, keys, pids: [pid] }, async () => [])

export type Target = { url: string; keys: Served['keys'] & { jwtSecret: string }; pids: readonly number[] }

/** A thousand people listen at one address, and each is written to once; `then` measures more while they listen. */
export async function measureListeners(
  product: Target,
  then: (listeners: Listener[]) => Promise<Row[]>,
): Promise<Row[]> {
  const memory = () => product.pids.map((pid) => megabytes(memoryOf(pid))).join(' and ')
  const idle = memory()
  const service = admin(product)
  const ids: string[] = []
  await side(sockets, async (nth) => {
    const { data, error } = await service.auth.admin.createUser({
      email: `s${nth}@sockets.example`,
      email_confirm: true,
    })
    if (error) throw error
    ids.push(data.user.id)
  })
  const began = performance.now()
  const listeners: Listener[] = []
  await side(sockets, async (nth) => void listeners.push(await listen(product, ids[nth] ?? '')))
  const joined = performance.now() - began
  await pause(2000)
  const full = memory()

  const writtenAt = new Map<string, number>()
  const start = performance.now()
  let next = 0
  const write = async () => {
    while (next < sockets) {
      const nth = next++
      const wait = start + (nth * 1000) / perSecond - performance.now()
      if (wait > 0) await pause(wait)
      const id = ids[nth] ?? ''
      writtenAt.set(id, performance.now())
      await service.from('notifications').insert(noticeFor({ id })).throwOnError()
    }
  }
  await Promise.all(Array.from({ length: atOnce }, write))
  const rate = (sockets / (performance.now() - start)) * 1000
  const end = performance.now() + 10_000
  while (listeners.some(({ heardAt }) => heardAt === null) && performance.now() < end) await pause(20)

  const heard = listeners.filter(({ heardAt }) => heardAt !== null)
  const took = heard.map(({ id, heardAt }) => (heardAt ?? 0) - (writtenAt.get(id) ?? 0))
  const after = memory()
  const more = await then(listeners)
  for (const { socket } of listeners) socket.terminate()
  return [
    {
      measure: `${sockets} sockets join their topics`,
      result: `${(joined / 1000).toFixed(1)} s, ${listeners.length} joined`,
      aim: '',
    },
    {
      measure: `a write to each topic, ${perSecond}/s asked, ${rate.toFixed(0)}/s done`,
      result: `${((heard.length / sockets) * 100).toFixed(1)} % delivered`,
      aim: '100 %',
    },
    { measure: 'write → frame on its socket', result: milliseconds(spreadOf(took)), aim: '' },
    {
      measure: 'memory of the server (RSS)',
      result: `${idle} idle, ${full} with ${sockets} sockets, ${after} after`,
      aim: '',
    },
    ...more,
  ]
}

/** Does something `count` times, a few at once. */
export async function side(count: number, work: (nth: number) => Promise<void>): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** Opens a socket as that person and joins their topic, in the words of the client: protocol 2.0.0. */
export async function listen({ url, keys }: Target, id: string): Promise<Listener> {
  const token = await new SignJWT({ role: 'authenticated', aal: 'aal1' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(id)
    .setAudience('authenticated')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(keys.jwtSecret))
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${keys.publishableKey}&vsn=2.0.0`
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const listener: Listener = { id, socket, heardAt: null }
  const config = { private: true, broadcast: { self: false, ack: false }, presence: { enabled: false } }
  await new Promise<void>((resolve, reject) => {
    socket.on('open', () =>
      socket.send(JSON.stringify(['1', '1', `realtime:user:${id}`, 'phx_join', { config, access_token: token }])),
    )
    socket.on('error', reject)
    socket.on('message', (data: Buffer, isBinary) => {
      // Binary frames of the server are broadcasts.
      const event = isBinary ? 'broadcast' : frameSchema.parse(JSON.parse(data.toString()))[3]
      if (event === 'broadcast') listener.heardAt ??= performance.now()
      else if (event === 'phx_reply') {
        if (data.includes('"status":"ok"')) resolve()
        else reject(new Error(data.toString()))
      }
    })
  })
  return listener
}

/** Resident memory of a process, in bytes; Linux only, 0 elsewhere. */
function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
