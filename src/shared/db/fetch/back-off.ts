const longest = 30_000

/**
 * How long to wait, in ms, before a read that failed so many times in a row is tried again: anywhere up to 2, 4, 8 … 30 s
 * (full jitter), so that those who failed together do not come back together.
 */
export const backOff = (failures: number, random: () => number = Math.random): number =>
  random() * Math.min(longest, 1000 * 2 ** failures)
