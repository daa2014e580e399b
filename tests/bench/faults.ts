import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importAppModules } from '../faults/app-modules.ts'
import { runExperiment } from '../faults/experiment.ts'

// `npm run bench:faults`: the experiment at full size. `-- --seeds 20 --notices 2000` runs twenty smaller ones.
const { values } = parseArgs({
  options: {
    notices: { type: 'string', default: '10000' },
    people: { type: 'string', default: '20' },
    pace: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '1' },
    'write-for': { type: 'string', default: '600000' },
    patience: { type: 'string', default: '35000' },
    /** Reads again only at a nudge: neither after a reconnection nor by polling. */
    'without-catch-up': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})

importAppModules()
const first = Number(values.seed)
for (let seed = first; seed < first + Number(values.seeds); seed += 1) {
  const began = performance.now()
  const { verdict, history } = await runExperiment({
    seed,
    notices: Number(values.notices),
    people: Number(values.people),
    pace: Number(values.pace),
    writeFor: Number(values['write-for']),
    patience: Number(values.patience),
    ...(values['without-catch-up'] ? { heeds: ['changed'] as const } : {}),
  })
  const file = join('node_modules', '.cache', 'faults', `seed-${seed}.jsonl`)
  history.save(file)
  if (!verdict.holds) process.exitCode = 1
  if (values.json) console.log(JSON.stringify(verdict))
  else {
    console.log(`\nSeed ${seed}, ${Math.round((performance.now() - began) / 1000)} s, history in ${file}`)
    console.dir(verdict, { breakLength: 120 })
  }
}
// A swallowed request keeps its connection open.
process.exit()
