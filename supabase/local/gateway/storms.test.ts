import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { seeded } from '../../../tests/faults/random.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

// Slow, fragmented, massed or malformed requests do not block other people's.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const open: { destroy: () => void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.destroy()
})

/**
 * The slowest of some requests of another person, in ms. On a busy machine a second means little; ten mean that nobody
 * is served.
 */
async function slowestOfOthers(): Promise<number> {
  let slowest = 0
  for (let at = 0; at < 5; at += 1) {
    const began = performance.now()
    const answer = await fetch(`${server.url}/rest/v1/website_metadata_settings?select=setting_key&limit=1`, {
      headers: { apikey: server.keys.publishableKey },
    })
    expect(answer.status).toBe(200)
    await answer.arrayBuffer()
    slowest = Math.max(slowest, performance.now() - began)
  }
  return slowest
}
const patience = 10_000

function begin(text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(text)
      resolve(socket)
    })
    open.push(socket)
    socket.on('error', reject)
  })
}

const paths = [
  'POST /rest/v1/rpc/free_slots',
  'POST /functions/v1/card-payment',
  'POST /storage/v1/object/avatars/a/b.png',
  'POST /auth/v1/token?grant_type=password',
  'POST /realtime/v1/api/broadcast',
]
test.each(paths)('a hundred bodies that never come, at %s, wait by themselves', async (line) => {
  const head = [
    `${line} HTTP/1.1`,
    'Host: x',
    `apikey: ${server.keys.publishableKey}`,
    'Content-Type: application/json',
  ]
  const sockets = await Promise.all(
    Array.from({ length: 100 }, () => begin([...head, 'Content-Length: 2000', '', '{'].join('\r\n'))),
  )
  for (const socket of sockets) socket.write(' ')
  expect(await slowestOfOthers()).toBeLessThan(patience)
})

test('two hundred heads that never end wait by themselves', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, at) => begin(`GET /?${at} HTTP/1.1\r\nHost: x\r\nX-Slow: `)))
  expect(await slowestOfOthers()).toBeLessThan(patience)
})

test('a body in pieces of nothing, and lengths that lie, are refused or waited for, and no more', async () => {
  const head = `POST /rest/v1/rpc/free_slots HTTP/1.1\r\nHost: x\r\napikey: ${server.keys.publishableKey}\r\n`
  for (const rest of [
    'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
    'Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{',
    'Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
    'Content-Length: -1\r\n\r\n',
    'Content-Length: 99999999999999999999\r\n\r\n{',
    'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  ])
    await begin(head + rest)
  expect(await slowestOfOthers()).toBeLessThan(patience)
})

function listen(): Promise<WebSocket> {
  const url = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${server.keys.publishableKey}&vsn=2.0.0`
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url)
    open.push({ destroy: () => socket.terminate() })
    socket.on('open', () => resolve(socket))
    socket.on('error', reject)
  })
}
const join = (topic: string, ref: number) =>
  JSON.stringify([String(ref), String(ref), `realtime:${topic}`, 'phx_join', { config: { private: true } }])
const closeOf = (socket: WebSocket) => new Promise<number>((resolve) => socket.on('close', resolve))

test('forty listeners who join 300 topics each are refused what is too much, and others are served', async () => {
  const sockets = await Promise.all(Array.from({ length: 40 }, listen))
  for (const [at, socket] of sockets.entries())
    for (let ref = 0; ref < 300; ref += 1) socket.send(join(`doc:${at}-${ref}`, ref))
  expect(await slowestOfOthers()).toBeLessThan(patience)
})

test('frames of rubbish close nobody else, and one that is too large closes its own line', async () => {
  const random = seeded(7)
  const quiet = await listen()
  const noisy = await Promise.all(Array.from({ length: 20 }, listen))
  const texts = [
    '',
    '[]',
    'null',
    '{}',
    '[1,2,3,4,5]',
    '["1","1","realtime:x","phx_join"]',
    `[${'['.repeat(5_000)}`,
    '\u0000',
  ]
  for (const socket of noisy)
    for (let at = 0; at < 100; at += 1)
      socket.send(
        at % 2 === 0
          ? (texts[random.between(0, texts.length - 1)] ?? '')
          : Buffer.from(Array.from({ length: random.between(0, 400) }, () => random.between(0, 255))),
      )
  const large = await listen()
  const closed = closeOf(large)
  large.send('x'.repeat(2_000_000))
  expect(await closed).toBe(1009)
  expect(await slowestOfOthers()).toBeLessThan(patience)
  const answer = new Promise<string>((resolve) => quiet.once('message', (data: Buffer) => resolve(data.toString())))
  quiet.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', {}]))
  expect(await answer).toContain('"ok"')
})

test('a line that sends as fast as it can is held to its measure, and others are served', async () => {
  const socket = await listen()
  for (let at = 0; at < 20_000; at += 1) socket.send(JSON.stringify([null, String(at), 'phoenix', 'heartbeat', {}]))
  expect(await slowestOfOthers()).toBeLessThan(patience)
})
