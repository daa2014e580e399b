// Types, lint, format, import rules, unit and model tests. Two at a time: small machines have two cores.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'

/** The type checkers read much of the same code: four of them on two cores take twice the time of one. */
const checkers = String(Math.max(1, Math.floor(availableParallelism() / 2)))

/** The steps of `npm run check`, by name. */
export const checks = [
  {
    name: 'unit and model tests',
    command: [
      'vitest',
      'run',
      '--project',
      'unit',
      '--maxWorkers=2',
      '--reporter=dot',
      '--reporter=json',
      '--outputFile.json=node_modules/.cache/results/unit.json',
    ],
  },
  { name: 'types', command: ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '--checkers', checkers] },
  { name: 'import rules', command: ['depcruise', 'src', 'supabase', 'tests', '--config', '.dependency-cruiser.cjs'] },
  // Rust: two seconds for what took four minutes of a core (decision 1049).
  { name: 'lint', command: ['oxlint', '--max-warnings=0'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
]

const run = ({ name, command: [program, ...args] }) =>
  new Promise((resolve) => {
    const started = Date.now()
    let output = ''
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ name, ok: false, output: String(error), seconds: 0 }))
    child.on('close', (code) =>
      resolve({ name, ok: code === 0, output, seconds: Math.round((Date.now() - started) / 100) / 10 }),
    )
  })

async function runChecks() {
  const results = []
  const queue = [...checks]
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      const result = await run(check)
      results.push(result)
      console.log(`${result.ok ? 'ok  ' : 'FAIL'} ${result.name} (${result.seconds} s)`)
    }
  }
  await Promise.all([worker(), worker()])

  for (const failed of results.filter((result) => !result.ok)) console.log(`\n--- ${failed.name}\n${failed.output}`)
  process.exitCode = results.every((result) => result.ok) ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runChecks()
