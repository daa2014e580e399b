import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { openPostgres } from '../supabase/local/engine/postgres-engine.ts'
import { openTestDatabase } from '../supabase/local/testing/test-database.ts'
import { faultsOfBodies } from './mutants/bodies.ts'
import { faultsOfCatalogue } from './mutants/catalogue.ts'
import { sampled } from './mutants/choose.ts'
import { withoutEffect } from './mutants/equivalent.ts'
import type { Fault } from './mutants/fault.ts'
import { plantInMachines } from './mutants/machines/run.ts'
import { openRecord } from './mutants/record.ts'
import { verdictsOf, type Trial, type Verdict } from './mutants/run.ts'
import {
  answersOfFunctions,
  blindWrites,
  buckets,
  constraints,
  fewRights,
  lints,
  locks,
  matrix,
  races,
  readCallers,
  readTests,
  relevant,
  rightsOfFunctions,
  rightsOfLines,
  told,
  topics,
  type Callers,
  type Tests,
} from './mutants/tests.ts'
import { writtenFaults } from './mutants/written.ts'

const help = `npm run mutants -- --most 200 --seed 1

Plants faults in the rules of the database, one at a time, and runs the tests that speak of each until one fails. A fault that no test
notices is a rule that no test protects. Ctrl+C ends it with the sums so far.

  --most 200    how many faults, sampled over all kinds of rules; those written by hand come with them
  --seed 1      which ones: the same seed gives the same
  --only words  those whose name has the words; may be said again
  --from 60     leaves out the first 60
  --nearest 5   stops after that many test files
  --workers 2   how many at once
  --list        prints the faults and plants none
  --resume      goes on where the run of that seed was ended
  --again       also tries anew what that run did not catch
`

const root = fileURLToPath(new URL('..', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', multiple: true, default: [] },
    nearest: { type: 'string', default: '12' },
    from: { type: 'string', default: '0' },
    workers: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

type Plan = { faults: Fault[]; callers: Callers; tests: Tests }

const inOneProcess = 8
const ofBodies = /right|refusal|comparison|condition|state|limit/
const ofConstraints = /check|unique|key/
const isOfDatabase = (path: string): boolean => /^(supabase\/tests|tests\/contract)\//.test(path)
if (positionals.includes('machines')) {
  const { seed, only, list } = values
  process.exit(await plantInMachines({ root, most: Number(values.most ?? Number.POSITIVE_INFINITY), seed, only, list }))
}
if (values.help) {
  process.stdout.write(help)
  process.exit()
}
const plan = await planned()
if (values.list) for (const { kind, name } of plan.faults) process.stdout.write(`${kind}: ${name}\n`)
else process.exitCode = await plantAll(plan)

async function planned(): Promise<Plan> {
  const engine = await openTestDatabase()
  const all = [...writtenFaults, ...(await faultsOfCatalogue(engine)), ...(await faultsOfBodies(engine))]
  const faults = await sampled(engine, all, Number(values.most ?? 40), values.seed)
  const callers = await readCallers(engine)
  await engine.close()
  const wanted = faults
    .slice(Number(values.from))
    .filter(({ name }) => values.only.length === 0 || values.only.some((words) => name.includes(words)))
  return { faults: wanted, callers, tests: await readTests(root) }
}

async function plantAll(of: Plan): Promise<number> {
  const server = await startServer()
  const stop = stopOfSignals()
  const { verdicts, keep } = recorded(of)
  const waiting = of.faults.map((fault, at) => trialOf(fault, at, of)).filter(({ at }) => !verdicts.has(at))
  const worker = async () => {
    while (waiting.length > 0 && !stop.aborted)
      for (const verdict of await verdictsOf(root, waiting.splice(0, inOneProcess), server.url, stop)) keep(verdict)
  }
  await Promise.all(Array.from({ length: Number(values.workers) }, worker))
  const files = [...new Set([...verdicts.values()].flatMap(({ failure }) => (failure ? [failure.file] : [])))]
  const alone = stop.aborted
    ? []
    : await verdictsOf(
        root,
        files.map((file, at) => ({ at, sql: '', rows: '', files: [file] })),
        server.url,
        stop,
      )
  await server.stop()
  const failing = alone.flatMap(({ at, failure, files: begun }) => (failure || begun === 0 ? [files[at] ?? ''] : []))
  return summed(of.faults, verdicts, failing)
}

type Recorded = { verdicts: Map<number, Verdict>; keep: (verdict: Verdict) => void }

/** What is known of this seed already, and a place for what comes. */
function recorded({ faults }: Plan): Recorded {
  const record = openRecord(`${root}node_modules/.cache/mutants/${values.seed}.jsonl`, values.resume || values.again)
  const verdicts = new Map<number, Verdict>()
  for (const [at, { name }] of faults.entries()) {
    const verdict = record.known(name)
    if (verdict && !(values.again && !verdict.failure)) verdicts.set(at, { ...verdict, at })
  }
  const keep = (verdict: Verdict) => {
    const fault = faults[verdict.at]
    verdicts.set(verdict.at, verdict)
    process.stdout.write(`${lineOf(fault, verdict)}\n`)
    if (fault) record.add(fault.name, verdict)
  }
  return { verdicts, keep }
}

function stopOfSignals(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}

/** Rules over the catalogue, then the rows of the matrix that name the table, then what speaks of the fault. */
function trialOf(fault: Fault, at: number, { tests, callers }: Plan): Trial {
  const near = relevant(fault, tests, callers).filter(isOfDatabase).slice(0, Number(values.nearest))
  const files =
    fault.kind === 'lock'
      ? [...new Set([...lints, locks, ...near.filter((path) => races.includes(path)), ...races])]
      : [
          ...lints,
          ...(ofConstraints.test(fault.kind) ? constraints : []),
          ...(fault.kind === 'storage' ? [buckets] : []),
          ...(fault.kind === 'realtime' ? [topics] : []),
          ...(fault.kind === 'trigger' && fault.name.includes('nudge') ? [told] : []),
          ...(/ for (no key )?update/.test(fault.name) ? [locks] : []),
          ...(/polic|grant|setting|storage/.test(fault.kind) ? [matrix, blindWrites] : []),
          ...(fault.kind === 'right' || /raise insufficient_p/.test(fault.name) ? [rightsOfFunctions] : []),
          ...near,
          ...(ofBodies.test(fault.kind) ? [answersOfFunctions] : []),
          ...(/polic|storage/.test(fault.kind) ? [fewRights, rightsOfLines] : []),
        ]
  const table = fault.kind === 'storage' ? 'storage.objects' : `public.${fault.subjects[0]}`
  return { at, sql: fault.sql, rows: `${table}, `, files }
}

type Server = { url: string; stop: () => Promise<void> }

/** One PostgreSQL for all: a copy of its template is made in no time, and two connections at once show what locks are for. */
async function startServer(): Promise<Server> {
  const schema = z.object({ startPostgres: z.custom<() => Promise<Server>>((is) => typeof is === 'function') })
  const server = await schema.parse(await import(pathToFileURL(`${root}scripts/postgres.mjs`).href)).startPostgres()
  const owner = await openPostgres(server.url)
  // A fault may well be a loop without an end.
  await owner.exec(`alter role postgres set statement_timeout = '60s'`)
  await owner.close()
  return server
}

function lineOf(fault: Fault | undefined, { failure, seconds, files }: Verdict): string {
  if (!fault) throw new Error('There is no such fault')
  const reason = withoutEffect(fault)
  const what = failure
    ? `caught by ${failure.file} (${failure.test}: ${failure.because})`
    : reason
      ? `changes nothing: ${reason}`
      : files === 0
        ? 'NOT PLANTED: its SQL is not valid'
        : `NOT CAUGHT by ${files} files`
  return `[${fault.kind}] ${fault.name}\n    ${seconds.toFixed(0)} s, ${what}`
}

/** Files that fail without any fault are named: what they caught is not to be believed. */
function summed(faults: readonly Fault[], verdicts: ReadonlyMap<number, Verdict>, failing: readonly string[]): number {
  const rows = faults.map((fault, at) => {
    const failure = verdicts.get(at)?.failure
    return {
      fault,
      caught: Boolean(failure) && !failing.includes(failure?.file ?? ''),
      same: !failure && withoutEffect(fault) !== null,
    }
  })
  for (const [kind, of] of Map.groupBy(rows, ({ fault }) => fault.kind))
    process.stdout.write(`${kind}: ${of.length}, caught ${of.filter(({ caught }) => caught).length}\n`)
  for (const file of failing) process.stdout.write(`${file} fails without any fault: what it caught is not counted.\n`)
  for (const [at, { name }] of faults.entries())
    if (!verdicts.has(at)) process.stdout.write(`Not tried to its end: ${name}\n`)
  const caught = rows.filter((row) => row.caught).length
  const same = rows.filter((row) => row.same).length
  const took = [...verdicts.values()].reduce((sum, { seconds }) => sum + seconds, 0)
  process.stdout.write(
    `${caught} of ${rows.length} faults were caught, ${same} change nothing, ${rows.length - caught - same} were not caught; ` +
      `${(took / Math.max(verdicts.size, 1)).toFixed(1)} s each.\n`,
  )
  return caught + same === rows.length ? 0 : 1
}
