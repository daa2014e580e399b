import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Limits } from './limits.ts'
import { newUser, startTestServer, type TestServer } from './test-server.ts'

const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000 })

let server: TestServer
const servers = new Map<string, Promise<TestServer>>()
afterAll(async () => {
  for (const opened of servers.values()) await (await opened).close()
})

/** A server with such limits (shared by the tests that want the same) and a person of the test's own. */
const start = async (limits: Partial<Limits> = {}) => {
  const key = JSON.stringify(limits)
  const opened = servers.get(key) ?? startTestServer({ limits })
  servers.set(key, opened)
  server = await opened
  const user = newUser()
  return { user, token: await server.token(user), topic: `page:${newUser()}` }
}

const ok = (response: object = {}) => ({ status: 'ok', response })
const error = (reason: unknown) => ({ status: 'error', response: { reason } })
const joined = ok({ postgres_changes: [] })

/** The status line of an upgrade request, sent by hand. */
const statusOf = (path: string, headers: Record<string, string> = {}) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      const lines = Object.entries({
        Host: `127.0.0.1:${server.port}`,
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`)
      socket.write([`GET ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    })
    socket.once('data', (data) => {
      resolve(data.toString().split('\r\n')[0] ?? '')
      socket.destroy()
    })
    socket.on('error', reject)
  })

describe('opening a socket', () => {
  test('needs a known key, version, origin and path', async () => {
    await start()
    const path = (vsn: string, key = server.keys.publishableKey) =>
      `/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=${vsn}`

    expect(await statusOf(path('2.0.0'))).toBe('HTTP/1.1 101 Switching Protocols')
    expect(await statusOf(path('2.0.0'), { Origin: 'http://app.example' })).toBe('HTTP/1.1 101 Switching Protocols')
    expect(await statusOf(path('2.0.0'), { Origin: 'http://evil.example' })).toBe('HTTP/1.1 403 Forbidden')
    expect(await statusOf(path('2.0.0'), { Origin: 'null' })).toBe('HTTP/1.1 403 Forbidden')
    expect(await statusOf(path('3.0.0'))).toBe('HTTP/1.1 400 Bad Request')
    expect(await statusOf(path('2.0.0', 'wrong'))).toBe('HTTP/1.1 401 Unauthorized')
    expect(await statusOf('/realtime/v1/websocket')).toBe('HTTP/1.1 401 Unauthorized')
    expect(await statusOf('//')).toBe('HTTP/1.1 404 Not Found')
  })
})

describe.each(['1.0.0', '2.0.0'])('protocol %s', (vsn) => {
  test('joins, beats, tells and leaves', async () => {
    const { user, token } = await start()
    await server.allow(user, 'user:1')
    const client = await server.raw({ vsn })

    expect(await client.join('1', 'user:1', token)).toEqual(joined)
    client.write('2', 'phoenix', 'heartbeat', {})
    expect(await client.reply('2')).toEqual(ok())
    await server.send('user:1', 'changed', { id: 'a' })
    const heard = vsn === '1.0.0' ? await client.event('broadcast') : await client.binary()
    expect(heard).toEqual(
      vsn === '1.0.0'
        ? {
            topic: 'realtime:user:1',
            event: 'broadcast',
            payload: { type: 'broadcast', event: 'changed', payload: { id: 'a' }, meta: { id: expect.any(String) } },
            ref: null,
          }
        : { binary: expect.any(Buffer) },
    )
    client.write('3', 'realtime:user:1', 'phx_leave', {}, '1')
    expect(await client.reply('3')).toEqual(ok())
    expect(await client.event('phx_close')).toEqual({
      topic: 'realtime:user:1',
      event: 'phx_close',
      payload: {},
      ref: '1',
    })
  })

  test('answers what it does not understand, and goes on', async () => {
    const { user, token } = await start()
    await server.allow(user, 'user:1')
    const client = await server.raw({ vsn })
    await client.join('1', 'user:1', token)

    client.write('2', 'realtime:user:2', 'broadcast', {})
    expect(await client.reply('2')).toEqual(error('unmatched topic'))
    client.write('3', 'realtime:user:1', 'broadcast', { event: 'e', payload: {} }, 'wrong')
    expect(await client.reply('3')).toEqual(error('unmatched topic'))
    client.write('4', 'realtime:user:1', 'dance', {}, '1')
    expect(await client.reply('4')).toEqual(error(expect.stringContaining('UnknownEvent')))
    client.write('5', 'realtime:user:1', 'broadcast', 'text', '1')
    expect(await client.reply('5')).toEqual(error(expect.stringContaining('InvalidBroadcast')))
    client.write('6', 'realtime:user:1', 'presence', { event: 'track', payload: [] }, '1')
    expect(await client.reply('6')).toEqual(error(expect.stringContaining('must be a map')))
    client.write('7', 'realtime:user:1', 'broadcast', { event: 'e', payload: {}, persist: true }, '1')
    expect(await client.reply('7')).toEqual(error(expect.stringContaining('PersistDisabled')))
    client.write('8', 'phoenix', 'heartbeat', {})
    expect(await client.reply('8')).toEqual(ok())
  })
})

describe('bad input closes its own socket and no other', () => {
  test.each([
    ['text that is no frame', Buffer.from('{"a":'), false, 1007],
    ['bytes that are no frame', Buffer.from([9, 9, 9]), true, 1007],
    ['a frame of 2 MiB', Buffer.from(`["1","2","t","e","${'x'.repeat(2 * 1024 * 1024)}"]`), false, 1009],
  ])('%s', async (_, data, binary, code) => {
    const { user, token } = await start()
    await server.allow(user, 'user:1')
    const bystander = await server.raw()
    await bystander.join('1', 'user:1', token)
    const client = await server.raw()

    client.socket.send(data, { binary })

    expect((await client.closed).code).toBe(code)
    await server.send('user:1', 'changed', {})
    await bystander.binary()
    expect(server.problems).toEqual([])
  })

  test('a flood of heartbeats', async () => {
    await start({ framesPerSecond: 50 })
    const client = await server.raw()
    for (let ref = 0; ref < 60; ref++) client.write(String(ref), 'phoenix', 'heartbeat', {})
    expect(await client.closed).toEqual({ code: 1008, reason: 'Too many messages per second' })
  })
})

describe('limits', () => {
  test('the 101st topic of a socket is refused, and the others stay', async () => {
    const { user, token } = await start({ joinsPerSecond: 1_000, framesPerSecond: 1_000 })
    const names = Array.from({ length: 101 }, (_, index) => `page:${index}`)
    for (const name of names) await server.allow(user, name)
    const client = await server.raw()

    const replies = await Promise.all(names.map((name, index) => client.join(String(index), name, token)))

    expect(replies.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => joined))
    expect(replies[100]).toEqual(error('ChannelRateLimitReached: Too many channels'))
  })

  test('more than ten joins at once are refused', async () => {
    const { token } = await start()
    const client = await server.raw()
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, index) => client.join(String(index), `page:${index}`, token)),
    )
    const tooMany = error('ClientJoinRateLimitReached: Too many joins per second')
    expect(replies.slice(0, 10)).not.toContainEqual(tooMany)
    expect(replies.at(-1)).toEqual(tooMany)
  })

  test('a socket that says nothing is closed', async () => {
    await start({ heartbeatMs: 200, sweepMs: 50 })
    const client = await server.raw()
    expect(await client.closed).toEqual({ code: 1008, reason: 'No heartbeat' })
  })

  test('a second join of a topic replaces the first', async () => {
    const { user, token } = await start()
    await server.allow(user, 'user:1')
    const client = await server.raw()
    await client.join('1', 'user:1', token)

    expect(await client.join('2', 'user:1', token)).toEqual(joined)
    expect(await client.event('phx_close')).toMatchObject({ ref: '1' })
    await server.send('user:1', 'changed', {})
    await client.binary()
    await server.send('user:1', 'changed', {})
    await client.binary()
    expect(client.frames).toEqual([])
  })

  test('a slow consumer is closed with 1013 after a gapless beginning', async () => {
    const { user, token } = await start({ queuedFrames: 200, framesPerSecond: 10_000 })
    await server.allow(user, 'page:busy')
    const speaker = newUser()
    await server.allow(speaker, 'page:busy')
    const slow = await server.raw()
    await slow.join('1', 'page:busy', token)
    slow.socket.pause()
    const fast = await server.raw()
    await fast.join('1', 'page:busy', await server.token(speaker), { broadcast: { ack: true } })

    const filler = 'x'.repeat(100_000)
    for (let n = 0; n < 400; n++) {
      fast.write(String(n), 'realtime:page:busy', 'broadcast', { event: 'n', payload: { n, filler } }, '1')
      await fast.reply(String(n))
    }
    slow.socket.resume()

    expect((await slow.closed).code).toBe(1013)
    const numbers = slow.frames.flatMap((frame) =>
      'binary' in frame ? [Number(/"n":(\d+)/.exec(frame.binary.toString())?.[1])] : [],
    )
    expect(numbers.length).toBeLessThan(400)
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, n) => n))
  })
})

describe('the server', () => {
  test('says goodbye to every socket when it stops', async () => {
    await start({ sweepMs: 999 })
    const client = await server.raw()
    await server.realtime.close()
    expect((await client.closed).code).toBe(1001)
  })

  test('deletes messages older than three days', async () => {
    await start({ retentionMs: 50 })
    await server.engine.exec(`
      insert into realtime.messages (topic, extension, event, inserted_at)
        values ('a', 'broadcast', 'old', now() - interval '73 hours'), ('a', 'broadcast', 'new', now() - interval '71 hours')`)
    await eventually(async () => {
      const { rows } = await server.engine.query('select event from realtime.messages where topic = $1', ['a'])
      expect(rows).toEqual([{ event: 'new' }])
    })
  })
})
