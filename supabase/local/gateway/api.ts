import type { Peers } from '../cluster/peers.ts'
import type { Caller, Keys, Service } from '../contracts.ts'
import { diskIsFull, type DiskSpaceGuard } from '../disk-space-guard.ts'
import { createFloodLimiter, createSharedLimiter } from '../rest-auth/auth/limiter.ts'
import { identify } from './identify.ts'
import { quietly } from './quiet-console.ts'
import { banned, sessionEnded, tooManyRequests, unknownCaller } from './refusals.ts'

const mebibyte = 1024 * 1024
/** A description holds up to 1 MiB, and a change of one sends it twice: the seen one and the new one. */
const largestRow = 3 * mebibyte

/** A part of the backend: its prefix, and the largest request body in bytes. */
export type Route = {
  prefix: string
  service: Service
  limit: number
  /** Its bodies flow instead of being read before. */
  streamed?: boolean
  /** It may be called without an API key, as a visitor. */
  keyless?: boolean
}

export const routesTo = (parts: Record<'rest' | 'auth' | 'storage' | 'functions' | 'broadcast', Service>): Route[] => [
  { prefix: '/rest/v1/', service: parts.rest, limit: largestRow },
  // Links of mails are opened by a browser, which has no key.
  { prefix: '/auth/v1/verify', service: parts.auth, limit: mebibyte, keyless: true },
  // Whoever reads our tokens asks for the public keys, and has none of ours.
  { prefix: '/auth/v1/.well-known/', service: parts.auth, limit: mebibyte, keyless: true },
  { prefix: '/auth/v1/', service: parts.auth, limit: mebibyte },
  { prefix: '/storage/v1/', service: parts.storage, limit: 64 * mebibyte, streamed: true, keyless: true },
  { prefix: '/functions/v1/', service: parts.functions, limit: mebibyte, keyless: true },
  { prefix: '/realtime/v1/api/', service: parts.broadcast, limit: mebibyte },
]

/**
 * Answers API requests: identifies the caller, checks rates and disk space, then calls the part. `seen` gets the caller
 * as soon as it is known.
 */
export function createApi(options: {
  keys: Keys
  peers: Peers
  /** True for the token of an account that was banned or deleted. */
  isRevoked: (caller: Caller) => boolean
  /** True for a token whose session is over. */
  isEnded: (caller: Caller) => Promise<boolean>
  /** Room on the disk of the data; without it nobody looks. */
  room?: DiskSpaceGuard | undefined
  note: (line: string) => void
}) {
  const { keys, peers, isRevoked, isEnded, room, note } = options
  const perIp = createFloodLimiter(peers, 'requests', { limit: 6000, windowMs: 10_000 })
  /** Links that open nothing. A page that is open reads its document at each change: those reads are taken back. */
  const wrongLinks = createSharedLimiter(peers, 'wrong links', { limit: 30, windowMs: 60_000 })
  /** Free times of six weeks take 10 ms of the database; a visitor asks once for each month. */
  const calendars = createSharedLimiter(peers, 'calendars', { limit: 20, windowMs: 10_000 })

  return async (route: Route, request: Request, ip: string, seen: (caller: Caller) => void): Promise<Response> => {
    const identity = await identify(request, keys, { keyless: route.keyless ?? false })
    if (!identity.known) return unknownCaller(identity)
    const { caller } = identity
    seen(caller)
    if (isRevoked(caller)) return banned()
    // Auth answers for ended sessions itself.
    if (!route.prefix.startsWith('/auth/') && (await isEnded(caller))) return sessionEnded()
    const called = calledFunction(request)
    const isPublic = caller.role !== 'service_role' && opensLink.test(called)
    if (caller.role !== 'service_role') {
      const wait =
        perIp.hit(ip) ??
        (isPublic ? await wrongLinks.take(ip) : null) ??
        (called === 'free_slots' ? await calendars.take(ip) : null)
      if (wait) return tooManyRequests(wait)
    }
    if (room && writes(request) && (await room.isFullFor(Number(request.headers.get('content-length') ?? 0))))
      return diskIsFull()
    const answer = await quietly(note, () => route.service.handle(request, { caller, ip }))
    if (isPublic && (await foundDocument(answer))) await wrongLinks.giveBack(ip)
    return answer
  }
}

/** Reading, signing in and signing out always go on. */
const writes = ({ method, url }: Request): boolean =>
  method !== 'GET' && method !== 'HEAD' && !/^\/auth\/v1\/(token|logout)$/.test(new URL(url).pathname)

const foundDocument = async (answer: Response): Promise<boolean> =>
  answer.ok && !/^(null|\[\]|)$/.test((await answer.clone().text()).trim())

/** Functions that a visitor opens with the secret of a link, which could be guessed. */
const opensLink = /^get_(public_|brief$|booking$|payment_request$)/

/** The function of the database that is called, however its name is spelt: the library reads `%67et_public_…` as well. */
function calledFunction(request: Request): string {
  const [, name] = /^\/rest\/v1\/rpc\/([^/]*)/.exec(new URL(request.url).pathname) ?? []
  try {
    return decodeURIComponent(name ?? '')
  } catch {
    // It names no function, and is counted like the dearest.
    return 'get_public_'
  }
}
