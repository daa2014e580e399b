import { RealtimeClient } from '@supabase/supabase-js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBroadcast } from './broadcast-frames.ts'
import { decodeFrame, encodeFrame, encodeReply } from './frames.ts'
import { readJoin, topicOf } from './join-request.ts'
import { defaultLimits } from './limits.ts'
import type { Broadcast } from './protocol.ts'

/** The client library's own codec. */
const { serializer } = new RealtimeClient('ws://127.0.0.1/realtime/v1', { params: { apikey: 'key' } })

const clientSends = (message: Parameters<typeof serializer.encode>[0]) => {
  const encoded: (string | ArrayBuffer)[] = []
  serializer.encode(message, (result) => encoded.push(result))
  const [result] = encoded
  return typeof result === 'string'
    ? decodeFrame('2.0.0', Buffer.from(result), false)
    : decodeFrame('2.0.0', Buffer.from(result ?? new ArrayBuffer(0)), true)
}

const clientReads = (frame: string | Buffer | null) => {
  const decoded: unknown[] = []
  const raw = Buffer.isBuffer(frame) ? new Uint8Array(frame).buffer : (frame ?? '')
  serializer.decode(raw, (message: unknown) => decoded.push(message))
  return decoded[0]
}

const json = (value: unknown): Broadcast['body'] => ({ encoding: 'json', text: JSON.stringify(value) })

describe('a frame of the client library', () => {
  test('with a JSON broadcast is read from bytes', () => {
    const payload = { type: 'broadcast', event: 'tippt 🖨️', payload: { name: 'Zoë' } }
    expect(clientSends({ join_ref: '1', ref: '7', topic: 'realtime:task:ä', event: 'broadcast', payload })).toEqual({
      joinRef: '1',
      ref: '7',
      topic: 'realtime:task:ä',
      event: 'broadcast',
      payload: null,
      push: { event: 'tippt 🖨️', body: json({ name: 'Zoë' }), persist: false },
    })
  })

  test('with bytes is read as they are', () => {
    const payload = { event: 'scan', payload: new Uint8Array([1, 0, 255]).buffer, persist: true }
    expect(clientSends({ join_ref: null, ref: null, topic: 't', event: 'broadcast', payload })?.push).toEqual({
      event: 'scan',
      body: { encoding: 'binary', bytes: Buffer.from([1, 0, 255]) },
      persist: true,
    })
  })

  test('without a broadcast is read from text', () => {
    const frame = { join_ref: '1', ref: '2', topic: 'realtime:user:1', event: 'phx_leave', payload: {} }
    expect(clientSends(frame)).toEqual({
      joinRef: '1',
      ref: '2',
      topic: 'realtime:user:1',
      event: 'phx_leave',
      payload: {},
      push: null,
    })
  })
})

describe('a broadcast that the client library reads', () => {
  const broadcast: Broadcast = {
    isPrivate: true,
    topic: 'user:1',
    event: 'changed',
    body: json({ id: 'é' }),
    meta: { id: 'm1' },
  }
  const expected = {
    join_ref: null,
    ref: null,
    topic: 'realtime:user:1',
    event: 'broadcast',
    payload: { type: 'broadcast', event: 'changed', payload: { id: 'é' }, meta: { id: 'm1' } },
  }

  test('is binary in 2.0.0', () => {
    const frame = encodeBroadcast(broadcast)('2.0.0')
    expect(Buffer.isBuffer(frame)).toBe(true)
    expect(clientReads(frame)).toEqual(expected)
  })

  test('is text in 2.0.0 where its event does not fit a length byte', () => {
    const event = 'e'.repeat(256)
    const frame = encodeBroadcast({ ...broadcast, event })('2.0.0')
    expect(typeof frame).toBe('string')
    expect(clientReads(frame)).toEqual({ ...expected, payload: { ...expected.payload, event } })
  })

  test('is an object in 1.0.0, and bytes cannot be said there', () => {
    const { topic, event, payload } = expected
    expect(JSON.parse(String(encodeBroadcast(broadcast)('1.0.0')))).toEqual({ topic, event, payload, ref: null })
    const bytes: Broadcast = { ...broadcast, body: { encoding: 'binary', bytes: Buffer.from([1]) } }
    expect(encodeBroadcast(bytes)('1.0.0')).toBeNull()
  })

  test('is encoded once for all who speak the same version', () => {
    const encoded = encodeBroadcast(broadcast)
    expect(encoded('2.0.0')).toBe(encoded('2.0.0'))
  })
})

describe('frames of 1.0.0 and 2.0.0', () => {
  const frame = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'system', payload: { a: 1 } }

  test('are objects without, and arrays with the join ref', () => {
    expect(JSON.parse(encodeFrame('1.0.0', frame))).toEqual({
      topic: 'realtime:a',
      event: 'system',
      payload: { a: 1 },
      ref: '2',
    })
    expect(JSON.parse(encodeFrame('2.0.0', frame))).toEqual(['1', '2', 'realtime:a', 'system', { a: 1 }])
  })

  test('a reply repeats ref and topic', () => {
    expect(JSON.parse(encodeReply('2.0.0', frame, 'error', { reason: 'no' }))).toEqual([
      '1',
      '2',
      'realtime:a',
      'phx_reply',
      { status: 'error', response: { reason: 'no' } },
    ])
  })

  const malformed = ['', 'x', '{}', '[]', 'null', '[1]', '["1","2",3,"e",{}]', '{"topic":"a"}', '[[],[],[],[],[]]']
  test.each(malformed)('%j is no frame in either version', (text) => {
    expect(decodeFrame('1.0.0', Buffer.from(text), false)).toBeNull()
    expect(decodeFrame('2.0.0', Buffer.from(text), false)).toBeNull()
  })

  test('no bytes at all make decoding throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (bytes, isBinary) => {
        decodeFrame('1.0.0', Buffer.from(bytes), isBinary)
        decodeFrame('2.0.0', Buffer.from(bytes), isBinary)
        decodeFrame('2.0.0', Buffer.from([3, ...bytes]), true)
      }),
      { numRuns: 10_000 },
    )
  })

  test('a binary broadcast whose JSON or text is broken is no frame', () => {
    const broken = [3, 0, 0, 1, 1, 0, 1, 116, 101]
    expect(decodeFrame('2.0.0', Buffer.from([...broken, 0x7b]), true)).toBeNull()
    expect(decodeFrame('2.0.0', Buffer.from([...broken, 0x22, 0xff, 0x22]), true)).toBeNull()
    expect(decodeFrame('2.0.0', Buffer.from([...broken, 0x31]), true)?.push?.body).toEqual(json(1))
  })
})

describe('a join', () => {
  test.each([
    ['realtime:user:1', 'user:1'],
    ['realtime:*', '*'],
    ['realtime:', null],
    ['user:1', null],
    ['realtime:a\u0000b', null],
    ['realtime:\ud800', null],
    [`realtime:${'ä'.repeat(123)}`, 'ä'.repeat(123)],
    [`realtime:${'ä'.repeat(124)}`, null],
  ])('of %j is about the topic %j', (name, topic) => {
    expect(topicOf(name)).toBe(topic)
  })

  test.each([
    [null, /InvalidJoinPayload/],
    [[], /InvalidJoinPayload/],
    [{ config: { private: 'yes' } }, /InvalidJoinPayload/],
    [{ config: { private: true, broadcast: { replay: { since: 'now' } } } }, /InvalidJoinPayload/],
    [{ config: { private: true, presence: { key: 7 } } }, /InvalidJoinPayload/],
    [{ config: { private: false } }, /PrivateOnly/],
    [{ config: { private: true, postgres_changes: ['*'] } }, /InvalidJoinPayload/],
    [{ config: { private: true, postgres_changes: Array(101).fill({ event: '*' }) } }, /at most 100 bindings/],
  ])('with %j is refused in words', (payload, reason) => {
    expect(readJoin(payload, defaultLimits)).toEqual({ refused: expect.stringMatching(reason) })
  })
})
