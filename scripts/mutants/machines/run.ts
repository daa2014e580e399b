import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutEffect } from './equivalent.ts'
import { faultsOf, machineKinds, type MachineFault } from './faults.ts'
import { type Trial, verdictSchema } from './plan.ts'

export type MachineChoice = { root: string; most: number; seed: string; only: readonly string[]; list: boolean }

/**
 * Plants faults in the sources of the machines, one at a time, and runs the unit tests that speak of the machine. The
 * tests are given the fault when they load the source: the file itself stays as it is, whatever happens.
 */
export async function plantInMachines({ root, most, seed, only, list }: MachineChoice): Promise<number> {
  const files = globSync('src/machines/**/*.ts', { cwd: root }).filter((file) =>
    /\.(machine|setup|state)\.ts$/.test(file),
  )
  const sources = files.toSorted().map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
  const faults = shuffled(
    sources.flatMap(({ file, source }) => faultsOf(file, source)),
    seed,
  )
    .filter((fault) => only.length === 0 || only.some((words) => lineOf(fault).includes(words)))
    .slice(0, most)
  if (list) {
    for (const fault of faults) process.stdout.write(`${lineOf(fault)}\n`)
    return 0
  }
  const began = Date.now()
  const changed = sources.filter(({ file }) => faults.some((fault) => fault.file === file))
  // Each machine once without a fault, to see that its tests pass.
  const trials: Trial[] = [...changed, ...faults].map(({ file, source }, at) => ({
    at,
    file,
    source,
    tests: testsOf(root, file),
  }))
  const verdicts = await tried(root, trials)
  const broken = changed.filter((_, at) => verdicts.get(at) !== null)
  for (const { file } of broken) process.stdout.write(`The tests of ${file} fail without any fault.\n`)
  const open = summed(faults, (fault) => verdicts.get(changed.length + faults.indexOf(fault)) ?? null)
  process.stdout.write(`It took ${Math.round((Date.now() - began) / 1000)} s.\n`)
  return open === 0 && broken.length === 0 ? 0 : 1
}

const lineOf = ({ kind, file, line, what }: MachineFault) => `[${kind}] ${file}:${line} ${what}`

/** All of them are loaded before the first is tried. */
const inOneProcess = 50

/** In an order that the seed decides, so that the first of them are of all machines and kinds. */
function shuffled(faults: readonly MachineFault[], seed: string): MachineFault[] {
  let state = [...seed].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
  const random = () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  return faults
    .map((fault) => ({ fault, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ fault }) => fault)
}

/** What caught each trial, by its place; null: nothing did. */
async function tried(root: string, trials: readonly Trial[]): Promise<Map<number, string | null>> {
  const found = new Map<number, string | null>()
  for (let left = [...trials]; left.length > 0; left = left.filter(({ at }) => !found.has(at))) {
    const some = left.slice(0, inOneProcess)
    for (const { at, by } of await verdictsOf(root, some)) found.set(at, by)
    const stuck = some.find(({ at }) => !found.has(at))
    if (stuck) found.set(stuck.at, 'its tests, which do not come to an end')
  }
  return found
}

/** Tries in one process, in their order. A fault that makes a loop without an end stops it: the rest has no verdict. */
async function verdictsOf(root: string, trials: readonly Trial[]) {
  const folder = mkdtempSync(join(tmpdir(), 'machine-mutants-'))
  const [plan, verdicts] = [join(folder, 'plan.json'), join(folder, 'verdicts.jsonl')]
  writeFileSync(verdicts, '')
  writeFileSync(plan, JSON.stringify({ verdicts, trials }))
  const vitest = spawn(
    process.execPath,
    [`${root}node_modules/vitest/vitest.mjs`, 'run', '--config', 'scripts/mutants/machines/vitest.config.ts'],
    { cwd: root, env: { ...process.env, MACHINE_MUTANTS: plan }, stdio: 'ignore', detached: true },
  )
  const read = () =>
    readFileSync(verdicts, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => verdictSchema.parse(JSON.parse(line)))
  await ended(vitest, () => read().length)
  return read()
}

/** Until the process ended by itself, or was ended because it got no further for half a minute. */
async function ended(vitest: ChildProcess, progress: () => number): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  vitest.on('close', () => resolve())
  const stop = () => {
    if (vitest.pid === undefined) return
    try {
      process.kill(-vitest.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
  const interrupted = () => {
    stop()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  let last = { count: -1, at: Date.now() }
  const watch = setInterval(() => {
    const count = progress()
    if (count !== last.count) last = { count, at: Date.now() }
    else if (Date.now() - last.at > 30_000) stop()
  }, 1_000)
  await closed
  clearInterval(watch)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted)
}

/** Tests beside the machine, and the models that import a file of its folder. */
function testsOf(root: string, file: string): string[] {
  const folder = file.split('/').slice(0, -1).join('/')
  const isAbout = (path: string) => readFileSync(join(root, path), 'utf8').includes(`@/${folder.replace('src/', '')}/`)
  return [
    ...globSync('tests/models/*.model.test.ts', { cwd: root }).filter(isAbout),
    ...globSync(`${folder}/*.test.ts`, { cwd: root }),
  ]
}

/** Prints each fault and the sums, and gives how many were not caught. */
function summed(faults: readonly MachineFault[], byOf: (fault: MachineFault) => string | null): number {
  const rows = faults.map((fault) => ({ fault, by: byOf(fault), same: withoutEffect(fault) }))
  for (const { fault, by, same } of rows)
    process.stdout.write(
      `${lineOf(fault)}\n    ${by ? `caught by ${by}` : same ? `changes nothing: ${same}` : 'NOT CAUGHT'}\n`,
    )
  for (const kind of machineKinds) {
    const of = rows.filter(({ fault }) => fault.kind === kind)
    process.stdout.write(`${kind}: ${of.length}, caught ${of.filter(({ by }) => by).length}\n`)
  }
  const open = rows.filter(({ by, same }) => !by && !same)
  for (const { fault } of open) process.stdout.write(`Not caught: ${lineOf(fault)}\n`)
  const caught = rows.filter(({ by }) => by).length
  process.stdout.write(
    `${caught} of ${rows.length} faults were caught, ${rows.length - caught - open.length} change nothing, ${open.length} were not caught.\n`,
  )
  return open.length
}
