import { createServer, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'

export type TestProxy = { url: string; close: () => Promise<void> }

/** The headers that a proxy sends on, made of those that came; `peer` is the address that connected to it. */
export type Rewrite = (headers: OutgoingHttpHeaders, peer: string, upstream: string) => OutgoingHttpHeaders

/** nginx's defaults: Host names the upstream, and no header names a proxy. */
export const upstreamHost: Rewrite = (headers, _, upstream) => ({
  ...headers,
  host: new URL(upstream).host,
  connection: 'close',
})

/** The usual settings in guides: `proxy_set_header Host $host` and `X-Forwarded-For $proxy_add_x_forwarded_for`. */
export const recommended: Rewrite = (headers, peer) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], peer].filter(Boolean).join(', '),
  'x-forwarded-proto': 'https',
})

/** `proxy_set_header Host $host` alone. */
export const sameHost: Rewrite = (headers) => ({ ...headers })

/** A reverse proxy on a free port of this machine. */
export async function startTestProxy(upstream: string, rewrite: Rewrite): Promise<TestProxy> {
  const { hostname, port } = new URL(upstream)
  const send = (incoming: IncomingMessage, more: OutgoingHttpHeaders = {}) =>
    httpRequest({
      hostname,
      port,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...rewrite(incoming.headers, (incoming.socket.remoteAddress ?? '').replace(/^::ffff:/, ''), upstream),
        ...more,
      },
    })
  // Longer than a test pauses: a client that thinks an idle connection open would send into a closed one.
  const http = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    const sent = send(incoming)
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })
  http.on('upgrade', (incoming, socket) => {
    const sent = send(incoming, { connection: 'Upgrade', upgrade: incoming.headers.upgrade })
    const head = (status: number, headers: NodeJS.Dict<string | string[]>) =>
      [
        `HTTP/1.1 ${status} `,
        ...Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`),
        '',
        '',
      ].join('\r\n')
    sent.on('upgrade', (answer, upstreamSocket) => {
      socket.write(head(101, answer.headers))
      upstreamSocket.pipe(socket).pipe(upstreamSocket)
      upstreamSocket.on('error', () => socket.destroy())
      socket.on('error', () => upstreamSocket.destroy())
    })
    sent.on('response', (answer) => {
      socket.write(head(answer.statusCode ?? 502, answer.headers))
      answer.pipe(socket)
    })
    sent.on('error', () => socket.destroy())
    sent.end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const address = http.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    close: async () => {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
