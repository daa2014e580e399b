import { expect, test } from 'vitest'
import type { Rights } from './authorise.ts'
import { openChannel } from './channel.ts'
import { defaultLimits } from './limits.ts'
import { presenceRoster } from './presence.ts'
import type { StoredMessage } from './stored-messages.ts'
import { topicRegistry } from './topics.ts'

const hearing: Rights = { broadcast: { read: true, write: false }, presence: { read: false, write: false } }
const join = { joinRef: '1', ref: '1', topic: 'realtime:page:a', event: 'phx_join', payload: {} }
const identity = { token: 'key', caller: { role: 'anon', userId: null, claims: null }, isApiKey: true } as const
const message = (id: string, replayed = false): StoredMessage => ({
  id,
  topic: 'page:a',
  isPrivate: true,
  event: id,
  body: { encoding: 'json', text: '{}' },
  meta: replayed ? { id, replayed } : { id },
})

/** A channel of protocol 1.0.0 whose replay the test answers. */
function joining() {
  const sent: unknown[] = []
  const replay = Promise.withResolvers<StoredMessage[]>()
  const topics = topicRegistry()
  const hub = {
    limits: defaultLimits,
    topics,
    presence: presenceRoster(),
    store: { replay: () => replay.promise },
    changes: { subscribe: () => Promise.resolve(null), unsubscribe: () => true },
    now: () => 0,
  }
  const channel = openChannel({
    hub,
    line: {
      version: '1.0.0',
      send: (data) => sent.push(JSON.parse(String(data))),
      left: () => sent.push('left'),
    },
    topic: 'page:a',
    join,
    request: {
      isPrivate: true,
      changes: [],
      waitsForChanges: false,
      token: null,
      self: false,
      ack: false,
      announceReady: false,
      replay: { since: 0, limit: null },
      presence: { enabled: false, key: null },
    },
    identity,
  })
  return { channel, topics, replay, sent, started: channel.start(identity, hearing) }
}

const heard = (id: string, replayed?: true) => ({
  topic: 'realtime:page:a',
  event: 'broadcast',
  payload: { type: 'broadcast', event: id, payload: {}, meta: replayed ? { id, replayed } : { id } },
  ref: null,
})
const joined = {
  topic: 'realtime:page:a',
  event: 'phx_reply',
  payload: { status: 'ok', response: { postgres_changes: [] } },
  ref: '1',
}

test('what arrives while a replay is read comes after it, and what the replay holds already comes once', async () => {
  const { topics, replay, sent, started } = joining()
  topics.broadcast(message('in both'))
  topics.broadcast(message('only live'))
  expect(sent).toEqual([])

  replay.resolve([message('old', true), message('in both', true)])
  await started
  topics.broadcast(message('later'))

  expect(sent).toEqual([joined, heard('old', true), heard('in both', true), heard('only live'), heard('later')])
})

test('a channel that is left while its replay is read says no more', async () => {
  const { channel, topics, replay, sent, started } = joining()
  channel.end('phx_close', null)
  replay.resolve([message('old', true)])
  await started
  topics.broadcast(message('later'))

  expect(sent).toEqual([{ topic: 'realtime:page:a', event: 'phx_close', payload: {}, ref: '1' }, 'left'])
})
