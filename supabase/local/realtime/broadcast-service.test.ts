import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newUser, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let speaker: string
let token: string
beforeAll(async () => {
  server = await startTestServer()
  speaker = newUser()
  token = await server.token(speaker)
  await server.allow(speaker, 'task:1')
  await server.allow(speaker, 'task:quiet', 'hear')
})
afterAll(() => server.close())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: {
      apikey: server.keys.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })

const batch = (...messages: object[]) => post('', JSON.stringify({ messages }))
const message = { topic: 'task:1', event: 'changed', payload: { id: 'a' }, private: true }

const hearing = async () => {
  const client = await server.raw({ vsn: '1.0.0' })
  expect(await client.join('1', 'task:1', token)).toMatchObject({ status: 'ok' })
  return client
}

describe('a broadcast over HTTP', () => {
  test('reaches the topic', async () => {
    const client = await hearing()
    expect((await batch(message)).status).toBe(202)
    expect(await client.event('broadcast')).toMatchObject({
      topic: 'realtime:task:1',
      payload: { type: 'broadcast', event: 'changed', payload: { id: 'a' } },
    })
  })

  test('is what the client library sends with httpSend', async () => {
    const client = await hearing()
    const library = await server.client(token)
    const channel = library.channel('task:1', { config: { private: true } })
    expect(await channel.httpSend('event/with slash', { id: 'b' })).toEqual({ success: true })
    expect(await client.event('broadcast')).toMatchObject({
      payload: { event: 'event/with slash', payload: { id: 'b' } },
    })
  })

  test('sends nothing at all when one topic is not allowed', async () => {
    const client = await hearing()
    const refused = await batch(message, { ...message, topic: 'task:quiet' })
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('task:quiet') })
    client.write('2', 'phoenix', 'heartbeat', {})
    await client.reply('2')
    expect(client.frames).toEqual([])
  })

  test('needs a right even with a valid key, and the secret key has it', async () => {
    const anonymous = { authorization: `Bearer ${server.keys.publishableKey}` }
    const secret = { apikey: server.keys.secretKey, authorization: `Bearer ${server.keys.secretKey}` }
    const body = JSON.stringify({ messages: [message] })
    expect((await post('', body, anonymous)).status).toBe(403)
    expect((await post('', body, secret)).status).toBe(202)
  })

  test.each([
    ['no JSON', '{', 422],
    ['no messages', '{"messages": []}', 422],
    ['a list', '[]', 422],
    ['a public message', JSON.stringify({ messages: [{ ...message, private: false }] }), 422],
    ['a message without topic', JSON.stringify({ messages: [{ ...message, topic: '' }] }), 422],
    ['a payload that is no map', JSON.stringify({ messages: [{ ...message, payload: 'x' }] }), 422],
    ['101 messages', JSON.stringify({ messages: Array.from({ length: 101 }, () => message) }), 422],
    ['2 MiB', JSON.stringify({ messages: [{ ...message, payload: { a: 'x'.repeat(2_097_152) } }] }), 413],
  ])('with %s is refused in words', async (_, body, status) => {
    const response = await post('', body)
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({ message: expect.any(String), error: expect.any(String) })
  })

  test('has its path, method and type', async () => {
    const body = JSON.stringify({ messages: [message] })
    expect((await post('/nothing', body)).status).toBe(404)
    expect((await post('', body, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('/task:1/events/e?private=true', '{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post('/task:1/events/e', '{}')).status).toBe(422)
    expect((await post('/%ff/events/e?private=true', '{}')).status).toBe(422)
    const got = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      headers: { apikey: server.keys.publishableKey },
    })
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
  })
})
