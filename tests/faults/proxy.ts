import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type Proxy = {
  url: string
  /** Drops every WebSocket and refuses new ones, as some company networks do; requests still pass. */
  blockSockets: () => void
  allowSockets: () => void
  /** How often somebody tried to open a WebSocket. */
  attempts: () => number
  close: () => Promise<void>
}

/** Stands between a browser and the server at `target`, and fails as it is told. */
export async function startProxy(target: string): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const everything = new Set<Socket>()
  const webSockets = new Set<Socket>()
  let blocked = false
  let attempts = 0

  const keep = (socket: Socket, ...sets: Set<Socket>[]) => {
    for (const set of sets) set.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sets.forEach((set) => set.delete(socket)))
  }

  const proxy = createServer((browser) => {
    keep(browser, everything)
    const server = connect(Number(port), hostname)
    keep(server, everything)
    browser.on('close', () => server.destroy())
    server.on('close', () => browser.destroy())
    server.pipe(browser)

    // A browser may open a WebSocket on a connection that carried requests before, so every piece is looked at.
    browser.on('data', (piece) => {
      if (!webSockets.has(browser) && /^upgrade: websocket/im.test(piece.toString('latin1'))) {
        attempts += 1
        if (blocked) return browser.destroy()
        keep(browser, webSockets)
      }
      server.write(piece)
    })
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    blockSockets: () => {
      blocked = true
      for (const socket of webSockets) socket.destroy()
    },
    allowSockets: () => {
      blocked = false
    },
    attempts: () => attempts,
    close: async () => {
      proxy.close()
      for (const socket of everything) socket.destroy()
      await once(proxy, 'close')
    },
  }
}
