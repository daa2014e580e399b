import fc from 'fast-check'

// Generated cases are the same in every run, so that a run tells of the change and of nothing else. `FC_SEED=random` or a
// number begins elsewhere; `npm run test:nightly` does. A failure prints the seed that found it.

const wanted = process.env['FC_SEED'] ?? '20261124'
const seed = wanted === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(wanted)
if (!Number.isInteger(seed)) throw new Error(`FC_SEED is "random" or a whole number, not "${wanted}".`)
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
