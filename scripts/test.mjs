// All tests: check, components, database (PostgreSQL if available, then PGlite), backend, browser. `npm test -- backend`
// runs one stage. The last line is `N passed, N failed`.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join, relative } from 'node:path'
import { checks } from './check.mjs'

const results = join('node_modules', '.cache', 'results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const json = (name) => join(results, `${name}.json`)
const vitest = (name, project, ...more) => [
  'vitest',
  'run',
  '--project',
  project,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${json(name)}`,
  ...more,
]

/** By default Vitest would leave one of two cores idle. */
const workers = `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`

/**
 * Each stage is a command, optionally with others `beside` it. `report`: the file with its number of tests. A stage
 * without one counts as one test.
 */
const stages = [
  { name: 'check', command: ['node', 'scripts/check.mjs'], report: json('unit'), also: checks.length - 1 },
  { name: 'components', command: vitest('components', 'components*', workers), report: json('components') },
  {
    name: 'build',
    command: ['node', 'scripts/build-web.mjs'],
    // A build leaves a core free, which boots the databases that the following stages copy.
    beside: { name: 'database images', command: ['node', 'scripts/database-images.ts'] },
  },
  { name: 'bytes', command: ['node', 'scripts/first-loads.ts', '--built'] },
  {
    name: 'database on PostgreSQL',
    command: ['node', 'scripts/postgres.mjs', '--', ...vitest('postgres', 'database', workers)],
    report: json('postgres'),
    optional: true,
  },
  {
    name: 'database on PGlite',
    command: vitest('database', 'database', workers),
    report: json('database'),
    // What is the same on each engine is tested once.
    environment: () => (existsSync(json('postgres')) ? { TESTED_ON_POSTGRES: 'true' } : {}),
  },
  {
    name: 'backend',
    command: vitest('backend', 'backend', workers),
    report: json('backend'),
    // Minutes of faults that are mostly waited for run beside the other tests, one by one.
    beside: { name: 'faults', command: vitest('faults', 'faults'), report: json('faults') },
  },
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

/** Runs a command to its end: its output is shown at once, or kept for later. */
const run = ([command, ...args], stdio, environment = {}) =>
  new Promise((resolve) => {
    let said = ''
    const child = spawn(command, args, {
      stdio,
      shell: process.platform === 'win32',
      env: { ...process.env, ...environment },
    })
    child.stdout?.on('data', (chunk) => (said += chunk))
    child.stderr?.on('data', (chunk) => (said += chunk))
    child.on('error', (error) => resolve({ ok: false, said: String(error) }))
    child.on('close', (status) => resolve({ ok: status === 0, said }))
  })

/** The failed tests of a report of Vitest or Playwright: file, title, and the first line of why. */
const failuresIn = (file) => {
  if (!existsSync(file)) return []
  const { testResults = [], suites = [] } = JSON.parse(readFileSync(file, 'utf8'))
  const line = (...parts) => parts.filter(Boolean).join(' › ').split('\n', 1)[0]
  const ofFile = ({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file that could not be read has no tests.
    if (tests.length === 0) return status === 'failed' ? [line(relative('.', name), message)] : []
    return tests.map((test) => line(relative('.', name), test.fullName, test.failureMessages[0]))
  }
  const ofSuite = ({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => line(spec.file, spec.title, spec.tests[0]?.results.at(-1)?.error?.message)),
    ...inner.flatMap(ofSuite),
  ]
  return [...testResults.flatMap(ofFile), ...suites.flatMap(ofSuite)]
}

const outcome = (stage, { ok }) => {
  const tests = stage.report ? counted(stage.report) : { passed: 0, failed: 0 }
  const failures = stage.report ? failuresIn(stage.report) : []
  // The steps of a check and a stage without a report say above what they found.
  if (!ok && (failures.length === 0 || stage.also)) failures.push('see above')
  failed.push(...failures.map((words) => `${stage.name}: ${words}`))
  if (tests === null && ok && stage.optional) console.log(`${stage.name}: skipped, see above`)
  return {
    passed: (tests?.passed ?? 0) + (ok ? (stage.report ? (stage.also ?? 0) : 1) : 0),
    failed: Math.max(tests?.failed ?? 0, ok ? 0 : 1),
  }
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length > 0)
  throw new Error(`Unknown: ${unknown.join(', ')}. There are: ${stages.map(({ name }) => name).join(', ')}`)

/** The time that the processors spent at work and in all until now, in ms. A stage that leaves them idle waits for something. */
const processors = () =>
  cpus().reduce(
    ({ busy, all }, { times: { user, nice, sys, idle, irq } }) => ({
      busy: busy + user + nice + sys + irq,
      all: all + user + nice + sys + irq + idle,
    }),
    { busy: 0, all: 0 },
  )

const total = { passed: 0, failed: 0 }
/** What failed, in words: it stands at the end, where a long record is read first. */
const failed = []
/** What each stage said when it ended. */
const ended = []
const started = Date.now()
for (const stage of stages) {
  if (asked.length > 0 && !asked.includes(stage.name)) continue
  console.log(`\n=== ${stage.name}`)
  const began = Date.now()
  const before = processors()
  const beside = stage.beside && run(stage.beside.command, ['ignore', 'pipe', 'pipe'])
  const results = [outcome(stage, await run(stage.command, 'inherit', stage.environment?.()))]
  if (beside) {
    const outcomeBeside = await beside
    process.stdout.write(outcomeBeside.said)
    results.push(outcome(stage.beside, outcomeBeside))
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const wrong = results.reduce((sum, result) => sum + result.failed, 0)
  total.passed += passed
  total.failed += wrong
  const after = processors()
  const busy = Math.round((100 * (after.busy - before.busy)) / Math.max(1, after.all - before.all))
  const seconds = Math.round((Date.now() - began) / 1000)
  ended.push(`${stage.name}: ${passed} passed, ${wrong} failed in ${seconds} s, processors ${busy} % busy`)
  console.log(`=== ${ended.at(-1)}`)
}

console.log(`\n${ended.join('\n')}`)
for (const words of failed) console.log(`FAILED ${words}`)
console.log(`\nAll of it took ${Math.round((Date.now() - started) / 1000)} s`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
