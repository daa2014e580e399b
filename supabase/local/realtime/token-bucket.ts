/** Lets `perSecond` events through a second, and as many at once after a rest. */
export function tokenBucket(perSecond: number, now: () => number): () => boolean {
  let tokens = perSecond
  let filledAt = now()
  return () => {
    const time = now()
    tokens = Math.min(perSecond, tokens + ((time - filledAt) / 1_000) * perSecond)
    filledAt = time
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}
