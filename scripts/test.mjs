// Everything: check, database (PGlite, then PostgreSQL where one can be had), backend, browser.
// Ends with one line, `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checks } from './check.mjs'

const results = join('node_modules', '.cache', 'results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const json = (name) => join(results, `${name}.json`)
const vitest = (name, project) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${json(name)}`,
]

/** Each stage is a command; `report` says where its tests were counted. A stage without one counts as one test. */
const stages = [
  { name: 'check', command: ['node', 'scripts/check.mjs'], report: json('unit'), also: checks.length - 1 },
  { name: 'build', command: ['node', 'scripts/build-web.mjs'] },
  { name: 'database on PGlite', command: vitest('database', 'database'), report: json('database') },
  {
    name: 'database on PostgreSQL',
    command: ['node', 'scripts/postgres.mjs', '--', ...vitest('postgres', 'database')],
    report: json('postgres'),
    optional: true,
  },
  { name: 'backend', command: vitest('backend', 'backend'), report: json('backend') },
  { name: 'browser', command: ['playwright', 'test'], report: json('browser') },
]

const counted = (file) => {
  if (!existsSync(file)) return null
  const report = JSON.parse(readFileSync(file, 'utf8'))
  if (report.stats?.flaky > 0) console.log(`${report.stats.flaky} passed only the second time: see "flaky" above`)
  return report.stats
    ? { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
    : { passed: report.numPassedTests, failed: report.numFailedTests }
}

const total = { passed: 0, failed: 0 }
const started = Date.now()
for (const stage of stages) {
  console.log(`\n=== ${stage.name}`)
  const began = Date.now()
  const [command, ...args] = stage.command
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  const ok = status === 0
  const tests = stage.report ? counted(stage.report) : { passed: 0, failed: 0 }
  if (tests === null && ok && stage.optional) console.log(`${stage.name}: skipped, see above`)
  const passed = (tests?.passed ?? 0) + (ok ? (stage.report ? (stage.also ?? 0) : 1) : 0)
  const failed = Math.max(tests?.failed ?? 0, ok ? 0 : 1)
  total.passed += passed
  total.failed += failed
  console.log(`=== ${stage.name}: ${passed} passed, ${failed} failed in ${Math.round((Date.now() - began) / 1000)} s`)
}

console.log(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
