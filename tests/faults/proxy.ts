import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { frameLine, type FrameFault } from './frames.ts'
import { seeded } from './random.ts'
import { forwarder, type RequestFault } from './requests.ts'

export type SocketFault = FrameFault | { kind: 'refuse' }
export type Weather = { requests?: RequestFault; sockets?: SocketFault }

export type Proxy = {
  url: string
  /** From now on it is like this. What has no fault passes. */
  suffer: (weather: Weather) => void
  /** Everything passes again. A WebSocket that lost frames is cut: no TCP connection goes on after a gap. */
  heal: () => void
  /** Ends every open connection: `reset` as a crash, `end` as a polite server, WebSockets only or all. */
  cut: (how: 'reset' | 'end', what: 'sockets' | 'all') => void
  /** Drops every WebSocket and refuses new ones, as some company networks do; requests still pass. */
  blockSockets: () => void
  allowSockets: () => void
  /** The number of attempts to open a WebSocket. */
  attempts: () => number
  /** The number of open ones. */
  openSockets: () => number
  /** Every request that arrived, as `GET /path?query`. */
  requests: () => readonly string[]
  close: () => Promise<void>
}

type Pair = { end: (how: 'reset' | 'end') => void; isBroken: () => boolean }

/** A proxy between a browser and the server at `target` that fails on demand; its random choices follow from `seed`. */
export async function startProxy(target: string, seed = 1): Promise<Proxy> {
  const random = seeded(seed)
  const forwards = forwarder(target, random)
  const upgrades = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  const connections = new Set<Socket>()
  const pairs = new Set<Pair>()
  const requests: string[] = []
  let weather: Weather = {}
  let attempts = 0

  const frameFault = (): FrameFault | null =>
    weather.sockets && weather.sockets.kind !== 'refuse' ? weather.sockets : null

  function join(browser: WebSocket, raw: Duplex, request: IncomingMessage) {
    const { host, origin } = request.headers
    const server = new WebSocket(`${target.replace(/^http/, 'ws')}${request.url ?? ''}`, {
      perMessageDeflate: false,
      headers: { ...(host ? { host } : {}), ...(origin ? { origin } : {}) },
    })
    const up = frameLine(
      ({ data, binary }) => server.readyState === server.OPEN && server.send(data, { binary }),
      random,
    )
    const down = frameLine(
      ({ data, binary }) => browser.readyState === browser.OPEN && browser.send(data, { binary }),
      random,
    )
    const waiting: (() => void)[] = []
    const pair: Pair = {
      isBroken: () => up.isBroken() || down.isBroken(),
      end: (how) => {
        if (how === 'end') browser.close(1001)
        else if ('resetAndDestroy' in raw && typeof raw.resetAndDestroy === 'function') raw.resetAndDestroy()
        server.terminate()
      },
    }
    const over = () => {
      pairs.delete(pair)
      up.stop()
      down.stop()
      server.terminate()
      browser.terminate()
    }
    pairs.add(pair)
    browser.on('message', (data: Buffer, binary) => {
      const fault = frameFault()
      const upward = fault?.kind === 'duplicate' || fault?.kind === 'reorder' ? null : fault
      const carry = () => up.carry({ data, binary }, upward)
      if (server.readyState === server.CONNECTING) waiting.push(carry)
      else carry()
    })
    server.on('open', () => waiting.splice(0).forEach((carry) => carry()))
    server.on('message', (data: Buffer, binary) => down.carry({ data, binary }, frameFault()))
    browser.on('error', over).on('close', over)
    server.on('error', over).on('close', over)
  }

  const gate = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    request.on('error', () => response.destroy())
    forwards.forward(request, response, weather.requests ?? null)
  })
  gate.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => connections.delete(socket))
  })
  gate.on('upgrade', (request, socket, head) => {
    attempts += 1
    if (weather.sockets?.kind === 'refuse') return socket.destroy()
    upgrades.handleUpgrade(request, socket, head, (browser) => join(browser, socket, request))
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const address = gate.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')

  const cut: Proxy['cut'] = (how, what) => {
    for (const pair of pairs) pair.end(how)
    if (what === 'all') for (const connection of connections) connection.resetAndDestroy()
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    suffer: (next) => {
      weather = next
      if (next.sockets?.kind === 'refuse') cut('reset', 'sockets')
    },
    heal: () => {
      weather = {}
      for (const pair of pairs) if (pair.isBroken()) pair.end('reset')
    },
    cut,
    blockSockets: () => {
      weather = { ...weather, sockets: { kind: 'refuse' } }
      cut('reset', 'sockets')
    },
    allowSockets: () => {
      weather = weather.requests ? { requests: weather.requests } : {}
    },
    attempts: () => attempts,
    openSockets: () => pairs.size,
    requests: () => requests,
    close: async () => {
      forwards.close()
      gate.close()
      for (const connection of connections) connection.destroy()
      await once(gate, 'close')
    },
  }
}
