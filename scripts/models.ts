import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { coverageFolder } from '../tests/models/coverage-folder.ts'
import { plans } from '../tests/models/plans/all.ts'
import { listOf, pageOf } from '../tests/models/plans/pages.ts'

// `npm run models` walks the machines by the paths of their models (tests/models) and prints how much of each is walked:
// machine, states, transitions, transitions that the paths take, and what is left.
// `--paths` writes the walks of the models as pages that a person follows by hand: docs/paths.

const coverage = z.object({ states: z.number(), transitions: z.number(), missing: z.array(z.string()) })
type Row = z.infer<typeof coverage> & { machine: string }

const { values } = parseArgs({ options: { paths: { type: 'boolean', default: false } } })
process.exitCode = values.paths ? writePaths() : walk()

function writePaths(): number {
  rmSync('docs/paths', { recursive: true, force: true })
  mkdirSync('docs/paths')
  for (const [name, plan] of Object.entries(plans)) writeFileSync(`docs/paths/${name}.md`, pageOf(plan))
  writeFileSync('docs/paths/README.md', listOf(plans))
  return 0
}

function walk(): number {
  rmSync(coverageFolder, { recursive: true, force: true })
  const { status } = spawnSync('vitest', ['run', '--project', 'unit', 'tests/models', '--reporter', 'dot'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const rows = readRows(coverageFolder)
  printTable(rows)
  return status === 0 && rows.every(({ missing }) => missing.length === 0) ? 0 : 1
}

function readRows(from: string): Row[] {
  if (!existsSync(from)) return []
  return readdirSync(from)
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => ({
      machine: file.replace('.json', ''),
      ...coverage.parse(JSON.parse(readFileSync(`${from}/${file}`, 'utf8'))),
    }))
}

function printTable(all: readonly Row[]): void {
  const line = (cells: readonly (string | number)[]) =>
    `${cells.map((cell, place) => (place === 0 ? String(cell).padEnd(18) : String(cell).padStart(12))).join(' ')}\n`
  const percent = ({ transitions, missing }: Pick<Row, 'transitions' | 'missing'>) =>
    `${transitions - missing.length} (${Math.floor((100 * (transitions - missing.length)) / transitions)} %)`
  process.stdout.write(line(['machine', 'states', 'transitions', 'by paths']))
  for (const row of all) process.stdout.write(line([row.machine, row.states, row.transitions, percent(row)]))
  const sum = {
    machine: `${all.length} machines`,
    states: all.reduce((total, { states }) => total + states, 0),
    transitions: all.reduce((total, { transitions }) => total + transitions, 0),
    missing: all.flatMap(({ machine, missing }) => missing.map((name) => `${machine} ${name}`)),
  }
  process.stdout.write(line([sum.machine, sum.states, sum.transitions, percent(sum)]))
  for (const name of sum.missing) process.stdout.write(`not walked: ${name}\n`)
}
