import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootDatabase } from '../supabase/local/engine/boot.ts'
import { openEngine } from '../supabase/local/engine/open-engine.ts'
import { faultsOfCatalogue, sampled, writtenFaults, type Fault } from './mutants/faults.ts'

// `npm run mutants` plants faults in the rules of the database, one at a time, and runs the database tests against each.
// A fault that no test notices is a rule that no test protects. Nightly: `--most 40 --seed 7` samples the generated ones.

const root = fileURLToPath(new URL('..', import.meta.url))
const reportFile = join(mkdtempSync(join(tmpdir(), 'mutants-')), 'report.json')
const tests = `${root}supabase/tests/`

type Report = { testResults?: { name: string; status: string; message: string }[] }

/** These look at the whole catalogue, so they run first. The comparison with supabase/schemas would notice everything. */
const first = ['lints.test.ts', 'rights-of-rows.test.ts']
const never = ['sources.test.ts', ...first]

const { values } = parseArgs({
  options: { most: { type: 'string', default: '40' }, seed: { type: 'string', default: '1' } },
})

const faults = [...writtenFaults, ...sampled(await catalogueFaults(), Number(values.most), Number(values.seed))]
let missed = 0
for (const fault of faults) {
  const began = performance.now()
  const catcher = await caughtBy(fault)
  if (catcher === null) missed += 1
  const seconds = `${((performance.now() - began) / 1000).toFixed(0)} s`
  process.stdout.write(`${catcher === null ? 'NOT CAUGHT' : `caught by ${catcher}`} (${seconds}): ${fault.name}\n`)
}
process.stdout.write(`${faults.length - missed} of ${faults.length} faults were caught.\n`)
process.exitCode = missed === 0 ? 0 : 1

async function catalogueFaults(): Promise<Fault[]> {
  const engine = await openEngine({})
  await bootDatabase(engine, { seed: 'empty' })
  const found = await faultsOfCatalogue(engine)
  await engine.close()
  return found
}

/** The first group of tests that fails with the fault in the database, or null. */
async function caughtBy(fault: Fault): Promise<string | null> {
  for (const files of [first, await relevantTests(fault)]) {
    if (files.length === 0) continue
    const failed = await firstFailure(files, fault.sql)
    if (failed !== null) return failed
  }
  return null
}

async function relevantTests({ subject }: Fault): Promise<string[]> {
  const names = (await readdir(tests)).filter((name) => name.endsWith('.test.ts') && !never.includes(name))
  const texts = await Promise.all(names.map((name) => readFile(tests + name, 'utf8')))
  return names.filter((name, at) => texts[at]?.includes(subject) || name === 'permission-matrix.test.ts')
}

/** The name of the file that failed; a run that could not begin is an error of the fault itself. */
function firstFailure(files: readonly string[], sql: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const vitest = spawn(
      `${root}node_modules/.bin/vitest`,
      [
        'run',
        '--project',
        'database',
        '--bail',
        '1',
        '--reporter',
        'json',
        '--outputFile',
        reportFile,
        ...files.map((name) => `supabase/tests/${name}`),
      ],
      { cwd: root, env: { ...process.env, DATABASE_FAULT: sql }, stdio: 'ignore' },
    )
    vitest.on('error', reject)
    vitest.on('close', (code) => {
      if (code === 0) return resolve(null)
      const report: Report = JSON.parse(readFileSync(reportFile, 'utf8'))
      const failed = report.testResults?.find(({ status }) => status === 'failed')
      if (failed?.message.includes('The planted fault is not valid'))
        return reject(new Error(`${failed.message}: ${sql}`))
      resolve(failed?.name.split('/').at(-1) ?? 'a test')
    })
  })
}
