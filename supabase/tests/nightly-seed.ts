import fc from 'fast-check'

/** The seed of a night (`FC_SEED=random`, as in `npm run test:nightly`); null in every other run, which plays the same as the last. */
const nightlySeed = (): number | null =>
  process.env['FC_SEED'] === 'random' ? (fc.readConfigureGlobal().seed ?? null) : null

/** The beginning of the seeds of ledgers: LEDGER_SEED, `word`, or `word` with the seed of the night. A failure names it. */
export const seriesOf = (word: string): string => {
  const seed = nightlySeed()
  return process.env['LEDGER_SEED'] ?? (seed === null ? word : `${word} ${seed}`)
}

/** Before the first seed of schedules: RACE_SEED, the seed of the night, or 0. */
export const beforeFirstSchedule = (): number => Number(process.env['RACE_SEED'] ?? nightlySeed() ?? 0)
