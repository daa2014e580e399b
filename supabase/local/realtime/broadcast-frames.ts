import { z } from 'zod'
import type { Body, Broadcast, EncodedBroadcast, Incoming, Version } from './protocol.ts'

const userBroadcastPush = 3
const userBroadcast = 4
const jsonEncoding = 1
const binaryEncoding = 0
const metadata = z.object({ persist: z.unknown().optional() })

/**
 * Reads a binary broadcast of protocol 2.0.0: kind 3, the lengths of join ref, ref, topic, event and metadata, the
 * payload's encoding, then those parts and the payload. Null when it is anything else.
 */
export function readBroadcastPush(data: Buffer): Incoming | null {
  if (data.length < 7 || data[0] !== userBroadcastPush) return null
  const lengths = [...data.subarray(1, 6)]
  const encoding = data[6]
  const start = 7 + lengths.reduce((sum, length) => sum + length, 0)
  if (data.length < start) return null

  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let at = 7
  const [joinRef = '', ref = '', topic = '', event = '', meta = ''] = lengths.map((length) =>
    utf8.decode(data.subarray(at, (at += length))),
  )
  const body = bodyOf(encoding, data.subarray(start), utf8)
  if (!body) return null
  const persist = meta === '' ? false : Boolean(metadata.parse(JSON.parse(meta)).persist)
  const push = { event, body, persist }
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: null, push }
}

/** Encodes a broadcast at most once a version, however many sockets hear it. */
export function encodeBroadcast(broadcast: Broadcast): EncodedBroadcast {
  const encoded = new Map<Version, string | Buffer | null>()
  return (version) => {
    const known = encoded.get(version)
    if (known !== undefined) return known
    const frame = version === '1.0.0' ? asObject(broadcast) : (asBinary(broadcast) ?? asArray(broadcast))
    encoded.set(version, frame)
    return frame
  }
}

function bodyOf(encoding: number | undefined, bytes: Buffer, utf8: TextDecoder): Body | null {
  if (encoding === binaryEncoding) return { encoding: 'binary', bytes }
  if (encoding !== jsonEncoding) return null
  const text = utf8.decode(bytes)
  JSON.parse(text)
  return { encoding: 'json', text }
}

/** Kind 4: the lengths of topic, event and metadata, the encoding, then those parts and the payload. */
function asBinary({ topic, event, body, meta }: Broadcast): Buffer | null {
  const parts = [`realtime:${topic}`, event, meta ? JSON.stringify(meta) : ''].map((part) => Buffer.from(part))
  if (parts.some((part) => part.length > 255)) return null
  const encoding = body.encoding === 'json' ? jsonEncoding : binaryEncoding
  const header = Buffer.from([userBroadcast, ...parts.map((part) => part.length), encoding])
  return Buffer.concat([header, ...parts, body.encoding === 'json' ? Buffer.from(body.text) : body.bytes])
}

function asArray(broadcast: Broadcast): string | null {
  const payload = payloadJson(broadcast)
  return payload && `[null,null,${JSON.stringify(`realtime:${broadcast.topic}`)},"broadcast",${payload}]`
}

function asObject(broadcast: Broadcast): string | null {
  const payload = payloadJson(broadcast)
  const topic = JSON.stringify(`realtime:${broadcast.topic}`)
  return payload && `{"topic":${topic},"event":"broadcast","payload":${payload},"ref":null}`
}

function payloadJson({ event, body, meta }: Broadcast): string | null {
  if (body.encoding === 'binary') return null
  const rest = meta ? `,"meta":${JSON.stringify(meta)}` : ''
  return `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.text}${rest}}`
}
