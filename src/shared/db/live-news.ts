/**
 * A read waits for a topic that is being joined for at most three steps, in ms: about one round trip, too short to notice.
 * Counting steps instead of time keeps a busy page from giving up early: messages that arrived meanwhile are handled before the
 * next step.
 */
const steps = 3
const step = 100

export type LiveNews = {
  /** Registers a topic that is being joined. Returns the function to call when it has joined or cannot join. */
  joining: () => () => void
  /** A topic became live, or spoke. */
  heard: () => void
  /** The number of such events. */
  count: () => number
  /** Resolves when no topic is being joined, or has been for too long. */
  joined: () => Promise<void>
}

/**
 * Counts the messages on the live topics of a tab. A read that began while all topics of its screen were live, and after their
 * last message, misses no change. So a read waits for topics that are being joined, and is not repeated when they are joined.
 * After one slow or failed join, reads do not wait again until a topic has joined.
 */
export function createLiveNews(): LiveNews {
  const joins = new Set<Promise<void>>()
  let news = 0
  let isSlow = false

  const joining = () => {
    if (isSlow) return () => {}
    const { promise, resolve } = Promise.withResolvers<void>()
    const settle = () => {
      clearInterval(clock)
      joins.delete(promise)
      resolve()
    }
    let left = steps
    const clock = setInterval(() => {
      left -= 1
      if (left > 0) return
      isSlow = true
      settle()
    }, step)
    joins.add(promise)
    return settle
  }
  return {
    joining,
    heard: () => {
      news += 1
      isSlow = false
    },
    count: () => news,
    joined: async () => {
      // A screen starts its reads and its topics in the same tick, in either order.
      await Promise.resolve()
      await Promise.all(joins)
    },
  }
}

/** The news of this tab. */
export const liveNews = createLiveNews()
