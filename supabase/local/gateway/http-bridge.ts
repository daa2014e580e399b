import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addressHeaders } from './client-address.ts'
import { wholeBody } from './whole-bodies.ts'

export class BodyTooLarge extends Error {}
export class BodyTooDeep extends Error {}

/** Deeper nested lists would exhaust the stack of the database or the library. */
const deepest = 500

/**
 * Converts a node request to a web request. Its URL has the server's own origin, whatever the Host header is. Of the
 * headers about the sender it keeps only `x-forwarded-for`, with `address`. Bodies up to `limit` bytes are read before
 * it returns (`BodyTooLarge` beyond, `BodyTooDeep` for JSON of too many levels); with `streamed` the body is streamed,
 * and fails at the limit.
 */
export async function toRequest(
  incoming: IncomingMessage,
  options: { origin: string; address: string; limit: number; streamed: boolean },
): Promise<Request> {
  const method = incoming.method ?? 'GET'
  const headers = new Headers()
  for (const [name, values] of Object.entries(incoming.headersDistinct))
    if (!name.startsWith(':')) for (const value of values ?? []) headers.append(name, value)
  for (const name of addressHeaders) headers.delete(name)
  headers.set('x-forwarded-for', options.address)
  const url = `${options.origin}${incoming.url?.startsWith('/') ? incoming.url : '/'}`
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers })
  if (Number(incoming.headers['content-length'] ?? 0) > options.limit) throw new BodyTooLarge()
  const body = limited(incoming, options.limit)
  if (options.streamed) {
    const streaming = { method, headers, body: flowing(body), duplex: 'half' }
    return new Request(url, streaming)
  }
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (isDeeper(bytes, deepest)) throw new BodyTooDeep()
  return new Request(url, { method, headers, body: bytes.length > 0 ? new Uint8Array(bytes) : null })
}

/** True when JSON has more than so many open brackets. In other formats it counts characters that look like them. */
function isDeeper(json: Buffer, levels: number): boolean {
  let open = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === 0x22) isText = !isText
    else if (isText) at += sign === 0x5c ? 1 : 0
    else if (sign === 0x5b || sign === 0x7b) open += 1
    else if (sign === 0x5d || sign === 0x7d) open -= 1
    if (open > levels) return true
  }
  return false
}

function flowing(chunks: AsyncGenerator<Buffer>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => {
      await chunks.return(undefined)
    },
  })
}

async function* limited(source: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > limit) throw new BodyTooLarge()
    yield chunk
  }
}

/** Writes a web response; resolves when it is sent or the other side is gone. */
export async function sendResponse(response: Response, outgoing: ServerResponse, withBody: boolean): Promise<void> {
  outgoing.statusCode = response.status
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (!response.body || !withBody) {
    await response.body?.cancel()
    outgoing.end()
    return
  }
  const whole = wholeBody(response)
  if (whole !== undefined) {
    outgoing.end(whole)
    return
  }
  await pipeline(Readable.from(response.body), outgoing).catch(() => outgoing.destroy())
}
