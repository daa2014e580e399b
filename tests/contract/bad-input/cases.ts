import type fc from 'fast-check'

/**
 * The number of cases for each form: a hundred in `npm test`, always the same; ten thousand new ones in `npm run
 * test:nightly`. A failure prints its seed: `TASK_INPUT_SEED` repeats it.
 */
const perForm = Number(process.env.TASK_INPUT_CASES ?? 100)
const seed = process.env.TASK_INPUT_SEED ?? (perForm > 100 ? undefined : 2026)

/** In ms: a case takes at most 20, on a busy machine 100. */
export const patience = Math.max(60_000, perForm * 100)

/** Ends before the test's timeout, so that a failure is reported even while its smallest case is still searched for. */
export const share = (part: number): fc.Parameters<unknown> => ({
  numRuns: Math.ceil(perForm * part),
  interruptAfterTimeLimit: patience * 0.9,
  markInterruptAsFailure: true,
  ...(seed === undefined ? {} : { seed: Number(seed) }),
})
