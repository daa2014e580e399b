import { createHash, timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Keys } from '../contracts.ts'
import type { Hub } from './hub.ts'
import type { Identity } from './identity.ts'
import type { Version } from './protocol.ts'

export const socketPath = '/realtime/v1/websocket'

/** Origins as browsers send them, or a rule. A client without an Origin header is no browser and is let through. */
export type AllowedOrigins = readonly string[] | ((origin: string, request: IncomingMessage) => boolean)

type Admission = { version: Version; apiKey: Identity }
type Refusal = { status: number; message: string }

const versions: readonly Version[] = ['1.0.0', '2.0.0']

/** Path and query of a request line, which may be anything. */
export function addressOf(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', ...query] = (request.url ?? '').split('?')
  return { path, query: new URLSearchParams(query.join('?')) }
}

/** Decides before the WebSocket opens: origin, protocol version, API key. */
export async function admit(
  request: IncomingMessage,
  { keys, origins, hub }: { keys: Keys; origins: AllowedOrigins; hub: Pick<Hub, 'verify'> },
): Promise<Admission | Refusal> {
  const { origin } = request.headers
  if (origin !== undefined && !isAllowed(origin, request, origins))
    return {
      status: 403,
      message: 'This origin may not connect: see SIGNWRIGHT_SITE_URL and SIGNWRIGHT_ALLOWED_ORIGINS',
    }
  const { query } = addressOf(request)
  const asked = query.get('vsn') ?? '1.0.0'
  const version = versions.find((known) => known === asked)
  if (!version) return { status: 400, message: 'vsn must be 1.0.0 or 2.0.0' }
  const apiKey = await keyOf(query.get('apikey') ?? '', keys, hub.verify)
  return apiKey ? { version, apiKey } : { status: 401, message: 'Invalid API key' }
}

/** Answers an upgrade with an HTTP error and ends the connection. */
export function refuseUpgrade(socket: Duplex, { status, message }: Refusal): void {
  const body = JSON.stringify({ message })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json',
      'X-Content-Type-Options: nosniff',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
}

function isAllowed(origin: string, request: IncomingMessage, origins: AllowedOrigins): boolean {
  return typeof origins === 'function' ? origins(origin, request) : origins.includes(origin)
}

async function keyOf(key: string, keys: Keys, verify: Hub['verify']): Promise<Identity | null> {
  if (isSame(key, keys.publishableKey)) return { token: key, caller: bare('anon'), isApiKey: true }
  if (isSame(key, keys.secretKey)) return { token: key, caller: bare('service_role'), isApiKey: true }
  const caller = key === '' ? null : await verify(key)
  return caller && { token: key, caller, isApiKey: false }
}

const bare = (role: 'anon' | 'service_role') => ({ role, userId: null, claims: null })

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
