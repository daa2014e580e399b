import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Caller, Service } from '../contracts.ts'
import { chunksOf } from './body-chunks.ts'

/**
 * A bare HTTP server around one service, for tests: a bearer token that `callers` knows is that caller, everybody
 * else is a visitor. Close it when done.
 */
export async function serveForTest(
  service: Service,
  callers: ReadonlyMap<string, Caller>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const visitor: Caller = { role: 'anon', userId: null, claims: null }
  const server = createServer((incoming, outgoing) => {
    const token = incoming.headers.authorization?.replace(/^Bearer /, '') ?? ''
    const request = asRequest(incoming)
    void service
      .handle(request, { caller: callers.get(token) ?? visitor, ip: '127.0.0.1' })
      .then(async (response) => {
        outgoing.writeHead(response.status, [...response.headers].flat())
        for await (const chunk of chunksOf(response.body)) {
          if (!outgoing.write(chunk)) await once(outgoing, 'drain')
        }
        outgoing.end()
      })
      .catch(() => outgoing.destroy())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function asRequest(incoming: IncomingMessage): Request {
  const method = incoming.method ?? 'GET'
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] satisfies [string, string]] : [],
  )
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method,
    headers,
    ...(hasBody ? { body: bodyOf(incoming), duplex: 'half' } : {}),
  })
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The test server has no port')
  return address.port
}
