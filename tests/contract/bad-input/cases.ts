import type fc from 'fast-check'

/**
 * How many cases a form gets: a hundred in `npm test`, always the same ones; ten thousand, new ones each time, in
 * `npm run test:nightly`. A failure prints its seed: `TASK_INPUT_SEED` runs it again.
 */
const perForm = Number(process.env.TASK_INPUT_CASES ?? 100)
const seed = process.env.TASK_INPUT_SEED ?? (perForm > 100 ? undefined : 2026)

/** In ms: a case takes 20 at most, 100 on a busy machine. */
export const patience = Math.max(60_000, perForm * 100)

/** Ends before the test's timeout, so that a failure is reported even while its smallest case is still searched for. */
export const share = (part: number): fc.Parameters<unknown> => ({
  numRuns: Math.ceil(perForm * part),
  interruptAfterTimeLimit: patience * 0.9,
  markInterruptAsFailure: true,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
})
