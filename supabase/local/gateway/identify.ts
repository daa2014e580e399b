import { createHash, timingSafeEqual } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Caller, DatabaseRole, Keys } from '../contracts.ts'
import { publicKeyOf } from './signing-keys.ts'

export type Identity = { known: true; caller: Caller } | { known: false; code: string; message: string; hint?: string }

const claimsSchema = z.looseObject({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  sub: z.guid().optional(),
})

/**
 * Who a JSON Web Token speaks for; null for one that is malformed, expired, not signed by us (with ES256 and one of our
 * keys by its name, or with HS256 and the shared secret), or of a role other than the three of the API.
 */
export async function verifyToken(token: string, keys: Keys): Promise<Caller | null> {
  const tokens = verifiedBy.get(keys) ?? new Map<string, { caller: Caller; until: number }>()
  verifiedBy.set(keys, tokens)
  const before = tokens.get(token)
  if (before && Date.now() < before.until) return before.caller
  tokens.delete(token)
  const caller = await callerOf(token, keys)
  const expires = caller?.claims?.['exp']
  if (caller && typeof expires === 'number') {
    if (tokens.size >= mostTokens) tokens.clear()
    tokens.set(token, { caller, until: expires * 1000 })
  }
  return caller
}

/** Tokens with a good signature, until they expire: a page sends the same one with each request. */
const verifiedBy = new WeakMap<Keys, Map<string, { caller: Caller; until: number }>>()
const mostTokens = 5000

async function callerOf(token: string, keys: Keys): Promise<Caller | null> {
  const verified = await verify(token, keys).catch(() => null)
  const claims = claimsSchema.safeParse(verified?.payload)
  if (!claims.success || (claims.data.role === 'authenticated') !== Boolean(claims.data.sub)) return null
  return { role: claims.data.role, userId: claims.data.sub ?? null, claims: claims.data }
}

/** The name of the algorithm decides which kind of key is taken, so that no public key serves as a secret. */
async function verify(token: string, keys: Keys) {
  const { alg, kid } = decodeProtectedHeader(token)
  if (alg !== 'ES256') return jwtVerify(token, new TextEncoder().encode(keys.jwtSecret), { algorithms: ['HS256'] })
  const key = publicKeyOf(kid, keys)
  return key && jwtVerify(token, key, { algorithms: ['ES256'] })
}

/**
 * Checks API key and bearer of a request. The key comes in `apikey` (header or query). A bearer token decides who
 * calls; without one, or with an API key in its place, the key does. A bearer that is neither is refused, never
 * taken for a visitor. `keyless` paths may be called without an API key, as a visitor.
 */
export async function identify(request: Request, keys: Keys, options: { keyless?: boolean } = {}): Promise<Identity> {
  const key = request.headers.get('apikey') ?? new URL(request.url).searchParams.get('apikey')
  const keyRole = key === null ? null : roleOfKey(key, keys)
  if (key !== null && !keyRole)
    return refuse('UNAUTHORIZED_INVALID_API_KEY', 'Invalid API key', 'Double check your Supabase `apikey`')

  const header = request.headers.get('authorization')
  if (header !== null) {
    const bearer = /^Bearer\s+(\S+)$/i.exec(header)?.[1]
    const bearerKeyRole = bearer ? roleOfKey(bearer, keys) : null
    const caller = bearerKeyRole ? bare(bearerKeyRole) : bearer ? await verifyToken(bearer, keys) : null
    if (!caller) return refuse('PGRST301', 'JWT invalid or expired')
    if (keyRole || options.keyless || bearerKeyRole) return { known: true, caller }
  }
  if (keyRole) return { known: true, caller: bare(keyRole) }
  if (options.keyless) return { known: true, caller: bare('anon') }
  return refuse(
    'UNAUTHORIZED_MISSING_API_KEY',
    'No API key found in request',
    'No `apikey` request header or url param was found.',
  )
}

const bare = (role: DatabaseRole): Caller => ({ role, userId: null, claims: null })

const refuse = (code: string, message: string, hint?: string): Identity =>
  hint === undefined ? { known: false, code, message } : { known: false, code, message, hint }

function roleOfKey(key: string, keys: Keys): DatabaseRole | null {
  if (same(key, keys.publishableKey)) return 'anon'
  return same(key, keys.secretKey) ? 'service_role' : null
}

/** Compares in constant time, for texts of any length. */
function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
