/** Counts events per key in fixed windows, in memory. */
export type Limiter = {
  /** Seconds to wait when the key has used up its window, else null. Counts nothing. */
  waitFor: (key: string) => number | null
  count: (key: string) => void
  /** Takes one back that was counted before it was known to be harmless. */
  uncount: (key: string) => void
  /** Counts, and answers as `waitFor` did before. */
  hit: (key: string) => number | null
}

export function createLimiter(options: { limit: number; windowMs: number; now?: () => number }): Limiter {
  const { limit, windowMs, now = Date.now } = options
  const windows = new Map<string, { used: number; endsAt: number }>()

  const windowOf = (key: string) => {
    const known = windows.get(key)
    if (known && known.endsAt > now()) return known
    if (windows.size > 10_000) forgetEnded()
    const fresh = { used: 0, endsAt: now() + windowMs }
    windows.set(key, fresh)
    return fresh
  }
  const forgetEnded = () => {
    for (const [key, { endsAt }] of windows) if (endsAt <= now()) windows.delete(key)
  }

  const waitFor: Limiter['waitFor'] = (key) => {
    const { used, endsAt } = windowOf(key)
    return used >= limit ? Math.max(1, Math.ceil((endsAt - now()) / 1000)) : null
  }
  const count: Limiter['count'] = (key) => {
    windowOf(key).used += 1
  }
  const uncount: Limiter['uncount'] = (key) => {
    const window = windowOf(key)
    window.used = Math.max(0, window.used - 1)
  }
  return {
    waitFor,
    count,
    uncount,
    hit: (key) => {
      const wait = waitFor(key)
      count(key)
      return wait
    },
  }
}
