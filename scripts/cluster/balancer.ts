import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createProxyServer, type ProxyServer } from 'httpxy'

/** A body up to this size is kept until a server took the connection, so that the next one can have it. */
const keptBytes = 1024 * 1024

type Balancer = { url: string; close: () => Promise<void> }

/** Gives requests and sockets to the servers in turn (docs/decisions/0993). `servers` are those that are there now. */
export async function startBalancer(options: {
  port: number
  host: string
  servers: () => readonly string[]
}): Promise<Balancer> {
  const proxy = createProxyServer({ proxyTimeout: 0 })
  let turn = 0
  const inTurn = () => {
    const there = options.servers()
    turn += 1
    return there.map((_, at) => there[(turn + at) % there.length] ?? '')
  }
  const http = createServer((request, response) => void pass(proxy, request, response, inTurn()))
  http.on('upgrade', (request, socket, head) => {
    const [target] = inTurn()
    if (target === undefined) return socket.destroy()
    forwarded(request)
    proxy.ws(request, socket as Socket, { target }, head).catch(() => socket.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(options.port, options.host, resolve)
  })
  const { port } = http.address() as AddressInfo
  return {
    url: `http://${options.host === '127.0.0.1' ? 'localhost' : options.host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

async function pass(
  proxy: ProxyServer,
  request: IncomingMessage,
  response: ServerResponse,
  targets: readonly string[],
) {
  forwarded(request)
  const kept = await bodyOf(request)
  for (const target of targets) {
    try {
      return await send(proxy, request, response, target, kept)
    } catch (error) {
      // What a server did not take was not done, and reading changes nothing. Anything else may have been done.
      const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
      const mayRepeat = isRefused || request.method === 'GET' || request.method === 'HEAD'
      if (!mayRepeat || response.headersSent || kept === 'flows') break
    }
  }
  if (response.headersSent) response.destroy()
  else response.writeHead(502, { 'content-type': 'application/json' }).end('{"message":"No server answered"}')
}

function send(proxy: ProxyServer, request: IncomingMessage, response: ServerResponse, target: string, kept: Kept) {
  return proxy.web(request, response, { target, ...(kept === 'flows' ? {} : { buffer: Readable.from([kept]) }) })
}

type Kept = Buffer | 'flows'

/** The whole body where it is short. */
async function bodyOf(request: IncomingMessage): Promise<Kept> {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding !== undefined || Number(length ?? 0) > keptBytes) return 'flows'
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Adds who connected, behind what they say themselves: a server trusts this last entry alone. */
function forwarded(request: IncomingMessage): void {
  const said = [request.headers['x-forwarded-for'] ?? []].flat()
  request.headers['x-forwarded-for'] = [...said, request.socket.remoteAddress ?? ''].join(', ')
}
