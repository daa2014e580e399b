import type { RealtimeChannel } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newUser, startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ limits: { publicChannels: true, recheckMs: 100, sweepMs: 50 } })
})
afterAll(() => server.close())

const subscribed = (channel: RealtimeChannel) =>
  new Promise<string>((resolve) => {
    channel.subscribe((status, error) => resolve(error ? `${status}: ${error.message}` : status))
  })

/** Joins a topic and writes down the names of the events that it hears. */
async function join(topic: string, isPrivate: boolean, token: string | null = null) {
  const client = await server.client(token)
  const channel = client.channel(topic, { config: { private: isPrivate } })
  const told: string[] = []
  channel.on('broadcast', { event: '*' }, ({ event }) => told.push(event))
  expect(await subscribed(channel)).toBe('SUBSCRIBED')
  return { channel, told }
}

test('anybody with a key speaks and hears on a public channel', async () => {
  const [one, other] = [await join('lobby', false), await join('lobby', false)]
  await one.channel.send({ type: 'broadcast', event: 'by socket', payload: {} })
  await one.channel.httpSend('by http', {})
  await server.engine.exec(`select realtime.send('{}', 'by database', 'lobby', false)`)
  await vi.waitFor(() => expect(other.told.toSorted()).toEqual(['by database', 'by http', 'by socket']))
  expect(one.told.toSorted()).toEqual(['by database', 'by http'])
})

test('the public and the private channel of a name are two rooms', async () => {
  const user = newUser()
  await server.allow(user, 'room')
  const inside = await join('room', true, await server.token(user))
  const outside = await join('room', false)
  const shown: unknown[] = []
  const watcher = (await server.client()).channel('room', { config: { presence: { key: 'watcher' } } })
  watcher.on('presence', { event: 'join' }, ({ key }) => shown.push(key))
  await subscribed(watcher)

  await inside.channel.track({ secret: true })
  await inside.channel.send({ type: 'broadcast', event: 'said inside', payload: {} })
  await server.send('room', 'sent inside', {})
  await outside.channel.send({ type: 'broadcast', event: 'said outside', payload: {} })
  await outside.channel.httpSend('sent outside', {})
  await server.send('room', 'last inside', {})
  await server.engine.exec(`select realtime.send('{}', 'last outside', 'room', false)`)
  await watcher.track({})

  await vi.waitFor(() =>
    expect([inside.told, outside.told]).toEqual([
      ['sent inside', 'last inside'],
      ['sent outside', 'last outside'],
    ]),
  )
  await vi.waitFor(() => expect(shown).toEqual(['watcher']))
})

test('a private channel asks for rights as before', async () => {
  const client = await server.client()
  expect(await subscribed(client.channel('room', { config: { private: true } }))).toContain('Unauthorized')
})

test('a public channel outlives the recheck of rights, and ends with its token', async () => {
  const stays = await join('lasting', false)
  const client = await server.client()
  await client.realtime.setAuth(await server.token(newUser(), { seconds: 2 }))
  const channel = client.channel('lasting')
  await subscribed(channel)
  await vi.waitFor(() => expect(channel.state).toBe('closed'), 5_000)
  await stays.channel.httpSend('still', {})
  await vi.waitFor(() => expect(stays.told).toEqual(['still']))
})
