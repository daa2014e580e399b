/**
 * How long a read waits for a topic that is being joined: three steps, in ms, so about a round trip, and not felt. Of a
 * page that was busy for longer than that only one step has passed, and what came meanwhile is heard before the next.
 */
const steps = 3
const step = 100

export type LiveNews = {
  /** Says that a topic is being joined. Returns how to say that it was, or that it cannot be. */
  joining: () => () => void
  /** A topic became live, or spoke. */
  heard: () => void
  /** How often that was. */
  count: () => number
  /** Resolves when no topic is being joined, or has been for too long. */
  joined: () => Promise<void>
}

/**
 * Counts what the live topics of a tab say. A read that began when all topics of its screen were live, and after the
 * last thing that any of them said, misses nothing: what changes later will be told. So a read waits for the topics
 * that are being joined, and is not made a second time when they are; but a line on which they take long, or never
 * come, is not waited for again until one has come.
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
      // A screen asks for its rows and for its topics in one breath, in either order.
      await Promise.resolve()
      await Promise.all(joins)
    },
  }
}

/** The news of this tab. */
export const liveNews = createLiveNews()
