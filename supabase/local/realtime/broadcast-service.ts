import { z } from 'zod'
import type { Service } from '../contracts.ts'
import type { Hub } from './hub.ts'
import { privateOnly, topicOf } from './join-request.ts'
import type { Broadcast } from './protocol.ts'

const batchPath = '/realtime/v1/api/broadcast'
const onePath = /^\/realtime\/v1\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/
const messagesPerRequest = 100

const name = z.string().min(1).max(255)
const topic = name.refine((text) => topicOf(`realtime:${text}`) !== null, 'is not a topic')
const batch = z.object({
  messages: z
    .array(
      z.object({
        topic,
        event: name,
        payload: z.record(z.string(), z.unknown()),
        private: z
          .boolean()
          .nullish()
          .transform((value) => value ?? false),
      }),
    )
    .min(1)
    .max(messagesPerRequest),
})

type Read = { broadcasts: Broadcast[] } | { refusal: Response }

/**
 * Broadcasts over HTTP: `POST /realtime/v1/api/broadcast` with `{ messages }`, and one message at
 * `…/broadcast/<topic>/events/<event>?private=true` (JSON or bytes). 202, or an error and nothing was sent.
 */
export function broadcastService(hub: Hub): Service {
  const read = async (request: Request, url: URL): Promise<Read> => {
    const bytes = await limitedBody(request, hub.limits.frameBytes)
    if (!bytes) return { refusal: problem(413, `The body is larger than ${hub.limits.frameBytes} bytes`) }
    const one = onePath.exec(url.pathname)
    return one ? readOne(request, url, one, bytes) : readBatch(request, bytes)
  }

  return {
    async handle(request, { caller }) {
      const url = new URL(request.url)
      if (url.pathname !== batchPath && !onePath.test(url.pathname)) return problem(404, 'Not found')
      if (request.method !== 'POST') return problem(405, 'Use POST', { Allow: 'POST' })
      const asked = await read(request, url)
      if ('refusal' in asked) return asked.refusal
      const judged = asked.broadcasts.filter((message) => message.isPrivate)
      if (judged.length < asked.broadcasts.length && !hub.limits.publicChannels) return problem(422, privateOnly)
      const topics = new Set(judged.map((message) => message.topic))
      const rights = topics.size > 0 ? await hub.authorise(caller, [...topics]) : null
      const refused = judged.find((message) => !rights?.get(message.topic)?.broadcast.write)
      if (refused) return problem(403, `You do not have permissions to write to this topic: ${refused.topic}`)
      for (const message of asked.broadcasts) hub.topics.send(message)
      return new Response(null, { status: 202 })
    },
  }
}

function readBatch(request: Request, bytes: Buffer): Read {
  if (!isType(request, 'application/json')) return { refusal: problem(415, 'Send application/json') }
  const parsed = batch.safeParse(parseJson(bytes))
  if (!parsed.success) return { refusal: problem(422, z.prettifyError(parsed.error)) }
  const broadcasts = parsed.data.messages.map((message) => ({
    topic: message.topic,
    isPrivate: message.private,
    event: message.event,
    body: { encoding: 'json' as const, text: JSON.stringify(message.payload) },
    meta: null,
  }))
  return { broadcasts }
}

function readOne(request: Request, url: URL, path: RegExpExecArray, bytes: Buffer): Read {
  const parsed = z.tuple([topic, name]).safeParse(path.slice(1).map(decodeName))
  if (!parsed.success) return { refusal: problem(422, z.prettifyError(parsed.error)) }
  if ([...url.searchParams.keys()].some((key) => key.startsWith('persist')))
    return { refusal: problem(422, 'This server stores only what the database sends') }
  const [to, event] = parsed.data
  const about = { topic: to, isPrivate: url.searchParams.get('private') === 'true', event, meta: null }
  if (isType(request, 'application/octet-stream'))
    return { broadcasts: [{ ...about, body: { encoding: 'binary', bytes } }] }
  if (!isType(request, 'application/json'))
    return { refusal: problem(415, 'Send application/json or application/octet-stream') }
  const payload = parseJson(bytes)
  if (payload === undefined) return { refusal: problem(422, 'The body is not JSON') }
  return { broadcasts: [{ ...about, body: { encoding: 'json', text: JSON.stringify(payload) } }] }
}

function problem(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message, error: message }, { status, headers })
}

const isType = (request: Request, type: string) => (request.headers.get('content-type') ?? '').split(';')[0] === type

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** The whole body, or null as soon as it is larger than allowed. */
async function limitedBody(request: Request, limit: number): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
