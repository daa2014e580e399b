export type Random = {
  /** From 0 up to 1. */
  next: () => number
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number
  chance: (share: number) => boolean
  pick: <T>(from: readonly T[]) => T
  shuffle: <T>(from: readonly T[]) => T[]
}

/** The same numbers for the same seed (mulberry32), so that what failed once can be run again. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[between(0, from.length - 1)]
    if (picked === undefined) throw new Error('Nothing to pick from.')
    return picked
  }
  return {
    next,
    between,
    pick,
    chance: (share) => next() < share,
    shuffle: (from) => {
      const rest = [...from]
      return from.map(() => rest.splice(between(0, rest.length - 1), 1)).flat()
    },
  }
}
