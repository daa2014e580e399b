import { createServer, request } from 'node:http'
import { once } from 'node:events'

/** Passes requests on and refuses sockets, as some company networks do. */
export async function startHttpOnlyProxy(target: string): Promise<{ url: string; close: () => Promise<void> }> {
  const proxy = createServer((incoming, outgoing) => {
    const onward = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  proxy.on('upgrade', (_request, socket) => socket.destroy())
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      proxy.closeAllConnections()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}
