import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    limits: { sweepMs: 50, recheckMs: 100, rightsMs: 20_000, framesPerSecond: 100_000 },
  })
})
afterAll(() => server.close())

const revoke = (userId: string) => server.engine.query('delete from realtime_test.rights where user_id = $1', [userId])

const member = async (topic: string, options: { seconds?: number } = {}) => {
  const user = newUser()
  await server.allow(user, topic)
  const token = await server.token(user, options)
  const client = await server.raw()
  expect(await client.join('1', topic, token)).toEqual({ status: 'ok', response: { postgres_changes: [] } })
  return { user, token, client }
}

const farewell = (topic: string, message: string) => ({
  topic: `realtime:${topic}`,
  event: 'system',
  payload: { extension: 'system', status: 'error', message, channel: topic },
  ref: null,
})

describe('a right that is gone', () => {
  test('closes the topic within the recheck, and nothing is heard afterwards', async () => {
    const { user, client } = await member('task:shared')
    await revoke(user)

    expect(await client.event('system')).toEqual(
      farewell('task:shared', 'You no longer have permission to read from this Channel topic: task:shared'),
    )
    expect(await client.event('phx_close')).toMatchObject({ ref: '1' })
    await server.send('task:shared', 'changed', {})
    client.write('2', 'phoenix', 'heartbeat', {})
    await client.reply('2')
    expect(client.frames).toEqual([])
  })

  test('of one topic leaves the others of that socket alone', async () => {
    const { user, token, client } = await member('task:a')
    await server.allow(user, 'task:b')
    await client.join('2', 'task:b', token)
    await server.engine.query(`delete from realtime_test.rights where user_id = $1 and topic = 'task:a'`, [user])

    expect(await client.event('phx_close')).toMatchObject({ topic: 'realtime:task:a' })
    await server.send('task:b', 'changed', {})
    await client.binary()
  })

  test('to speak ends speaking and keeps hearing', async () => {
    const { user, client } = await member('task:mute')
    await server.engine.query('update realtime_test.rights set speaks = false where user_id = $1', [user])

    const attempt = async (ref: number): Promise<unknown> => {
      client.write(String(ref), 'realtime:task:mute', 'presence', { event: 'track', payload: { n: ref } }, '1')
      const reply = await client.reply(String(ref))
      return JSON.stringify(reply).includes('"ok"') ? attempt(ref + 1) : reply
    }
    expect(await attempt(2)).toEqual({
      status: 'error',
      response: { reason: 'Unauthorized: You do not have permissions to show presence on task:mute' },
    })
    await server.send('task:mute', 'changed', {})
    await client.binary()
  })
})

describe('a token', () => {
  test('that is expired, forged, malformed or of another role cannot join', async () => {
    const user = newUser()
    await server.allow(user, 'user:x')
    const good = await server.token(user)
    const refused = {
      status: 'error',
      response: { reason: 'InvalidJWTToken: The token is not valid or has expired' },
    }
    const client = await server.raw()
    expect(await client.join('1', 'user:x', await server.token(user, { seconds: -10 }))).toEqual(refused)
    expect(await client.join('2', 'user:x', `${good}x`)).toEqual(refused)
    expect(await client.join('3', 'user:x', 'not.a.token')).toEqual(refused)
    expect(await client.join('4', 'user:x', await server.token(user, { role: 'postgres' }))).toEqual(refused)
    expect(await client.join('5', 'user:x', good)).toMatchObject({ status: 'ok' })
  })

  test('closes its topics when it expires', async () => {
    const { client } = await member('user:short', { seconds: 3 })
    expect(await client.event('system')).toEqual(farewell('user:short', 'InvalidJWTToken: Token has expired'))
    expect(await client.event('phx_close')).toMatchObject({ topic: 'realtime:user:short' })
  })

  test('that is renewed in time keeps the topic open past the old expiry', async () => {
    const topic = 'user:renewed'
    const { user, client } = await member(topic, { seconds: 3 })
    const other = await member('user:clock', { seconds: 3 })
    client.write('2', `realtime:${topic}`, 'access_token', { access_token: await server.token(user) }, '1')

    await other.client.event('phx_close')
    await server.send(topic, 'changed', {})
    await client.binary()
    expect(client.frames).toEqual([])
  })

  test('of a person without the right, pushed into a topic, closes it', async () => {
    const { client } = await member('user:switch')
    client.write('2', 'realtime:user:switch', 'access_token', { access_token: await server.token(newUser()) }, '1')
    expect(await client.event('system')).toMatchObject({
      payload: { message: 'You no longer have permission to read from this Channel topic: user:switch' },
    })
  })

  test('that is bad, pushed into a topic, closes it', async () => {
    const { client } = await member('user:bad')
    client.write('2', 'realtime:user:bad', 'access_token', { access_token: 'junk' }, '1')
    expect(await client.event('system')).toMatchObject({
      payload: { message: 'InvalidJWTToken: The token is not valid or has expired' },
    })
  })

  test('may be the secret key, which hears every topic', async () => {
    const client = await server.raw({ apikey: server.keys.secretKey })
    expect(await client.join('1', 'user:anybody', server.keys.secretKey)).toMatchObject({ status: 'ok' })
  })
})

describe('a person who is sent away', () => {
  test('loses the sockets on which they joined, and others keep theirs', async () => {
    const { user, client } = await member('user:banned')
    const { client: bystander } = await member('user:bystander')

    server.realtime.disconnectUser(user)

    expect(await client.closed).toEqual({ code: 1008, reason: 'Session revoked' })
    await server.send('user:bystander', 'changed', {})
    await bystander.binary()
  })
})

describe('when the database cannot say what is allowed', () => {
  test('a join is refused, and a joined topic is closed for the client to try again', async () => {
    let isDown = false
    const shaky = await startTestServer({
      limits: { sweepMs: 50, recheckMs: 100, rightsMs: 300 },
      authorise: async (_, topics) => {
        if (isDown) throw new Error('the database is away')
        const all = { read: true, write: true }
        return new Map(topics.map((topic) => [topic, { broadcast: all, presence: all }]))
      },
    })
    const client = await shaky.raw()
    const token = await shaky.token(newUser())
    await client.join('1', 'user:1', token)
    isDown = true

    expect(await client.join('2', 'user:2', token)).toEqual({
      status: 'error',
      response: { reason: 'UnableToConnectToProject: Realtime was unable to connect to the project database' },
    })
    expect(await client.event('system')).toMatchObject({
      payload: { message: 'The rights to this topic could not be confirmed' },
    })
    expect(await client.event('phx_error')).toMatchObject({ ref: '1' })
    await shaky.close()
  })
})
