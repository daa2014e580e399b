import { z } from 'zod'
import type { Peers } from '../../cluster/peers.ts'

/** Counts events per key in fixed windows, in memory. */
export type Limiter = {
  /** Seconds to wait when the key has used up its window, else null. Counts nothing, and keeps nothing. */
  waitFor: (key: string) => number | null
  count: (key: string, times?: number) => void
  used: (key: string) => number
  /** Takes one back that was counted before it was known to be harmless. */
  uncount: (key: string) => void
  /** Counts, and answers as `waitFor` did before. */
  hit: (key: string) => number | null
  /** How many keys are kept: those of running windows, and of windows that ended a while ago. */
  kept: () => number
}

/** Strangers think of keys (addresses to sign in with). Beyond so many new ones the oldest are forgotten. */
export const mostNewKeys = 50_000

/**
 * A window is kept among the new ones, and then once more for as long as a window runs: so whatever ended is forgotten without
 * a look at each key, and twice `mostNewKeys` at most are kept.
 */
export function createLimiter(options: { limit: number; windowMs: number; now?: () => number }): Limiter {
  const { limit, windowMs, now = Date.now } = options
  type Window = { used: number; endsAt: number }
  let fresh = new Map<string, Window>()
  let former = new Map<string, Window>()
  let turnsAt = now() + windowMs

  const running = (key: string, at: number): Window | null => {
    const known = fresh.get(key) ?? former.get(key)
    return known && known.endsAt > at ? known : null
  }
  const begin = (key: string, at: number): Window => {
    if (at >= turnsAt || fresh.size >= mostNewKeys) {
      former = fresh
      fresh = new Map()
      turnsAt = at + windowMs
    }
    const window = { used: 0, endsAt: at + windowMs }
    fresh.set(key, window)
    return window
  }

  const waitFor: Limiter['waitFor'] = (key) => {
    const at = now()
    const window = running(key, at)
    return (window?.used ?? 0) >= limit ? Math.max(1, Math.ceil(((window?.endsAt ?? at) - at) / 1000)) : null
  }
  const count: Limiter['count'] = (key, times = 1) => {
    const at = now()
    const window = running(key, at) ?? begin(key, at)
    window.used += times
  }
  return {
    waitFor,
    count,
    used: (key) => running(key, now())?.used ?? 0,
    uncount: (key) => {
      const window = running(key, now())
      if (window) window.used = Math.max(0, window.used - 1)
    },
    hit: (key) => {
      const wait = waitFor(key)
      count(key)
      return wait
    },
    kept: () => fresh.size + former.size,
  }
}

type Limit = { limit: number; windowMs: number }

/** A limit that counts once, however many servers work on the database. */
export type SharedLimiter = {
  /** Seconds to wait when the key has used up its window, else null and one more is counted. */
  take: (key: string) => Promise<number | null>
  /** Takes one back that was counted before it was known to be harmless. */
  giveBack: (key: string) => Promise<void>
}

/** Counts in memory where a server is alone, and in the database where there may be others. */
export function createSharedLimiter(peers: Peers, name: string, { limit, windowMs }: Limit): SharedLimiter {
  const { limits } = peers
  if (limits)
    return {
      take: (key) => limits.take(`${name} ${key}`, limit, windowMs),
      giveBack: (key) => limits.giveBack(`${name} ${key}`),
    }
  const limiter = createLimiter({ limit, windowMs })
  return {
    take: async (key) => {
      const wait = limiter.waitFor(key)
      if (wait === null) limiter.count(key)
      return wait
    },
    giveBack: async (key) => limiter.uncount(key),
  }
}

/** Others hear of a key once it used up this part of its limit here, and then as often. */
const partUntold = 10
const tellMs = 200
const counted = z.object({ name: z.string(), counts: z.array(z.tuple([z.string(), z.number()])) })

/**
 * A limit on what comes too often to ask the database about. Servers tell each other what somebody used, once it is much:
 * so all of them together let no more through than one, but for what comes within 200 ms.
 */
export function createFloodLimiter(
  peers: Peers,
  name: string,
  { limit, windowMs }: Limit,
): Pick<Limiter, 'hit' | 'used'> {
  const limiter = createLimiter({ limit, windowMs })
  if (!peers.isShared) return limiter
  const part = Math.ceil(limit / partUntold)
  const here = createLimiter({ limit, windowMs })
  let untold = new Map<string, number>()

  peers.hear('counted', (body) => {
    const told = counted.parse(body)
    if (told.name === name) for (const [key, times] of told.counts) limiter.count(key, times)
  })
  const tell = () => {
    if (peers.areThere()) peers.tell('counted', { name, counts: [...untold] })
    untold = new Map()
  }
  return {
    used: limiter.used,
    hit: (key) => {
      here.count(key)
      const used = here.used(key)
      if (used >= part) {
        if (untold.size === 0) setTimeout(tell, tellMs).unref()
        untold.set(key, (untold.get(key) ?? 0) + (used === part ? part : 1))
      }
      return limiter.hit(key)
    },
  }
}
