import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/** Headers by which a request could say where it comes from; the gateway replaces them all by its own finding. */
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
 * The address of whoever asks. Each proxy adds the address that connected to it at the end of `X-Forwarded-For`; what
 * stands before the entries of our own proxies was written by the visitor, who may write anything. So with
 * `trustedProxies` proxies in front it is that many entries from the end, and with none the header stays unread.
 */
export function clientAddress({ headers, socket }: Connection, trustedProxies: number): string {
  const peer = plain(socket.remoteAddress ?? '') ?? 'unknown'
  if (trustedProxies === 0) return peer
  const entries = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const told = entries.map((entry) => entry.trim()).filter(Boolean)
  return plain(told.at(-Math.min(trustedProxies, told.length)) ?? '') ?? peer
}

/** Without brackets, port, zone or the prefix of IPv4 in IPv6; null for what is no address. */
function plain(text: string): string | null {
  const [, bracketed, v4] = /^\[([^\]]+)\](?::\d+)?$|^(\d+\.\d+\.\d+\.\d+)(?::\d+)?$/.exec(text) ?? []
  const address = (bracketed ?? v4 ?? text).replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '')
  return isIP(address) === 0 ? null : address
}
