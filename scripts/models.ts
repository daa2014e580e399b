import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { coverageFolder } from '../tests/models/coverage-folder.ts'
import { plans } from '../tests/models/plans/all.ts'
import { listOf, pageOf } from '../tests/models/plans/pages.ts'
import { byNobody } from '../tests/walks/by-nobody.ts'
import { compare, type Seen } from './models/compare.ts'
import { takenFolder } from '../tests/walks/taken-folder.ts'

// `npm run models` walks the machines by the paths of their models (tests/models) and prints how much of each is walked:
// machine, states, transitions, transitions that the paths take, and what is left.
// `--browser` also walks them in a browser, as a person does (tests/walks), and prints what was seen on the page. Further
// words name the walks: `--browser timer`.
// `--paths` writes the walks of the models as pages that a person follows by hand: docs/paths.

const coverage = z.object({
  states: z.array(z.string()),
  transitions: z.array(z.string()),
  missing: z.array(z.string()),
})
const walkNotes = z.object({
  notes: z.array(z.object({ kind: z.enum(['transition', 'state']), machine: z.string(), name: z.string() })),
})
type Row = z.infer<typeof coverage> & { machine: string }
type Cells = readonly (string | number)[]

const { values, positionals } = parseArgs({
  options: { paths: { type: 'boolean', default: false }, browser: { type: 'boolean', default: false } },
  allowPositionals: true,
})

function writePaths(): number {
  rmSync('docs/paths', { recursive: true, force: true })
  mkdirSync('docs/paths')
  for (const [name, plan] of Object.entries(plans)) writeFileSync(`docs/paths/${name}.md`, pageOf(plan))
  writeFileSync('docs/paths/README.md', listOf(plans))
  return 0
}

function walk(): number {
  rmSync(coverageFolder, { recursive: true, force: true })
  const byPaths = run('vitest', ['run', '--project', 'unit', 'tests/models', '--reporter', 'dot'])
  const rows = readRows()
  const isWhole = byPaths && rows.every(({ missing }) => missing.length === 0)
  if (!values.browser) {
    printTable(rows)
    return isWhole ? 0 : 1
  }
  rmSync(takenFolder, { recursive: true, force: true })
  const onPage = run('playwright', ['test', '--config', 'tests/walks/playwright.config.ts', ...positionals])
  return printTable(rows, readSeen()) && isWhole && onPage ? 0 : 1
}

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0

function readRows(): Row[] {
  return filesIn(coverageFolder).map((file) => ({
    machine: file.replace('.json', ''),
    ...coverage.parse(JSON.parse(readFileSync(`${coverageFolder}/${file}`, 'utf8'))),
  }))
}

/** What all walks saw of each machine. */
function readSeen(): Map<string, Seen> {
  const seen = new Map<string, Seen>()
  for (const file of filesIn(takenFolder))
    for (const { kind, machine, name } of walkNotes.parse(JSON.parse(readFileSync(`${takenFolder}/${file}`, 'utf8')))
      .notes) {
      const known = seen.get(machine) ?? { states: new Set(), transitions: new Set() }
      known[kind === 'state' ? 'states' : 'transitions'].add(name)
      seen.set(machine, known)
    }
  return seen
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .toSorted()
    : []

/** Returns whether what was seen on the page is what the register says. */
function printTable(all: readonly Row[], seen?: ReadonlyMap<string, Seen>): boolean {
  const isNamed = (machine: string) => Object.hasOwn(byNobody, machine)
  const compared = all.map((row) => ({
    row,
    page: seen && compare(row, seen.get(row.machine), byNobody[row.machine] ?? {}),
  }))
  const line = (cells: Cells) =>
    `${cells.map((cell, place) => (place === 0 ? String(cell).padEnd(18) : String(cell).padStart(13))).join(' ')}\n`
  const pageHead = seen ? ['states seen', 'on the page', 'by nobody'] : []
  process.stdout.write(line(['machine', 'states', 'transitions', 'by paths', ...pageHead]))
  for (const { row, page } of compared) {
    const cells = page ? [page.states, part(page.transitions, row.transitions.length), page.byNobody] : []
    process.stdout.write(line([row.machine, row.states.length, row.transitions.length, byPaths(row), ...cells]))
  }
  const sum = {
    states: all.flatMap(({ states }) => states),
    transitions: all.flatMap(({ transitions }) => transitions),
    missing: all.flatMap(({ machine, missing }) => missing.map((name) => `${machine} ${name}`)),
  }
  const pages = compared.flatMap(({ page }) => page ?? [])
  const pageSum = seen
    ? [total(pages, 'states'), part(total(pages, 'transitions'), sum.transitions.length), total(pages, 'byNobody')]
    : []
  const heading = `${all.length} machines`
  process.stdout.write(line([heading, sum.states.length, sum.transitions.length, byPaths(sum), ...pageSum]))
  for (const name of sum.missing) process.stdout.write(`not walked: ${name}\n`)
  const faults = compared.flatMap(({ row, page }) => (isNamed(row.machine) && page ? page.faults : []))
  for (const fault of faults) process.stdout.write(`${fault}\n`)
  return faults.length === 0
}

const part = (some: number, all: number) => `${some} (${Math.floor((100 * some) / all)} %)`

const byPaths = ({ transitions, missing }: Pick<Row, 'transitions' | 'missing'>) =>
  part(transitions.length - missing.length, transitions.length)

const total = <Key extends string>(pages: readonly Record<Key, number>[], key: Key) =>
  pages.reduce((sum, page) => sum + page[key], 0)

process.exitCode = values.paths ? writePaths() : walk()
