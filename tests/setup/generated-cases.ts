import fc from 'fast-check'

// Generated cases are the same in every run, so that a failure comes from the change. `FC_SEED=random` or a number
// starts elsewhere, as in `npm run test:nightly`. A failure prints its seed.

const wanted = process.env['FC_SEED'] ?? '20261124'
const seed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted)
if (!Number.isInteger(seed)) throw new Error(`FC_SEED is "random" or a whole number, not "${wanted}".`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
