import { hostname, networkInterfaces } from 'node:os'

/** True when a server at this address is reachable only from this machine. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The other origins of a server on this machine: a browser tells `localhost` from `127.0.0.1`. */
export function loopbackNames(url: string): string[] {
  const { hostname, port } = new URL(url)
  return isLoopback(hostname) ? ['localhost', '127.0.0.1'].map((name) => `http://${name}:${port}`) : []
}

/** The origin by which a person on this machine reaches a server that listens there. */
export function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : /^[^[].*:/.test(host) ? `[${host}]` : host
  return new URL(`http://${name}:${port}`).origin
}

/** The port of an origin, also the default one. */
export const portOf = (origin: string): number => Number(new URL(origin).port || 80)

/**
 * The names by which others in the office reach a server that listens on `host`: its addresses, then this machine's own
 * name. Empty for a server that only this machine reaches.
 */
export function officeNames(host: string): string[] {
  if (isLoopback(host)) return []
  const everywhere = host === '0.0.0.0' || host === '::'
  const addresses = everywhere ? addressesOf(host === '::') : [host.includes(':') ? `[${host}]` : host]
  const name = hostname().toLowerCase()
  return [...new Set([...addresses, name, ...(name.includes('.') ? [] : [`${name}.local`])])]
}

/** Without loopback addresses and those that need a zone (`fe80::1%eth0`), which no browser accepts. */
const addressesOf = (withV6: boolean): string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(
      ({ internal, address, family }) => !internal && !address.startsWith('fe80:') && (withV6 || family === 'IPv4'),
    )
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))

/** Host without its port. */
export const nameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, '')

/** True when a page's origin has the same host as the request. */
export function isSameHost(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host.toLowerCase()
}

/** The hosts of the back office for a page at `host`: those of the settings, and its own name. */
export const staffHostsAt = (
  host: string,
  { staffHosts = [], officeNames }: { staffHosts?: readonly string[] | undefined; officeNames: readonly string[] },
): string[] => [...staffHosts, ...officeNames.filter((name) => name === nameOf(host))]
