const longest = 30_000

/**
 * The wait in ms before a read is retried that failed so many times in a row: random up to 2, 4, 8 … 30 s (full
 * jitter), so that clients that failed together do not retry together.
 */
export const backOff = (failures: number, random: () => number = Math.random): number =>
  random() * Math.min(longest, 1000 * 2 ** failures)
