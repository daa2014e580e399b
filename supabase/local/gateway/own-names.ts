/** Whether a server that listens there is reached from this machine only. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** A page on another site can point its own name at this machine; the mailbox answers to this machine's names only. */
export const isLocalName = (host: string | undefined) =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[a-z0-9.-]+\.localhost)(:\d+)?$/i.test(host ?? '')

/** The other origins of a server on this machine: a browser tells `localhost` from `127.0.0.1`. */
export function loopbackNames(url: string): string[] {
  const { hostname, port } = new URL(url)
  return isLoopback(hostname) ? ['localhost', '127.0.0.1'].map((name) => `http://${name}:${port}`) : []
}

/** The origin by which a person on this machine reaches a server that listens there. */
export function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
