import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Headers that could name the caller's address; the gateway replaces all of them. */
export const addressHeaders = [
  'x-forwarded-for',
  'forwarded',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
]

type Connection = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/**
 * The address of the caller. Each proxy appends the address that connected to it to `X-Forwarded-For`; the visitor can
 * write any entries before those. So with `trustedProxies` proxies it is that many entries from the end, and with none
 * the header is ignored.
 */
export function clientAddress({ headers, socket }: Connection, trustedProxies: number): string {
  const peer = plain(socket.remoteAddress ?? '') ?? 'unknown'
  if (trustedProxies === 0) return peer
  const entries = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const told = entries.map((entry) => entry.trim()).filter(Boolean)
  return plain(told.at(-Math.min(trustedProxies, told.length)) ?? '') ?? peer
}

/** An address without brackets, port, zone or the prefix of IPv4 in IPv6; null for other text. */
function plain(text: string): string | null {
  const [, bracketed, v4] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text) ?? []
  const address = (bracketed ?? v4 ?? text).replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}
