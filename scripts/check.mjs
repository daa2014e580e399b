// Types, lint, format, import rules, unit and model tests. Two at a time: the machines have two cores.
import { spawn } from 'node:child_process'

const checks = [
  ['unit and model tests', 'vitest', ['run', '--project', 'unit', '--reporter=dot']],
  ['types', 'tsc', ['--noEmit']],
  ['lint', 'eslint', ['.', '--max-warnings=0', '--cache', '--cache-location', 'node_modules/.cache/eslint']],
  ['import rules', 'depcruise', ['src', 'supabase', 'tests', '--config', '.dependency-cruiser.cjs']],
  ['format', 'prettier', ['--check', '--log-level=warn', '--cache', '.']],
]

const run = ([name, command, args]) =>
  new Promise((resolve) => {
    const started = Date.now()
    let output = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ name, ok: false, output: String(error), seconds: 0 }))
    child.on('close', (code) =>
      resolve({ name, ok: code === 0, output, seconds: Math.round((Date.now() - started) / 100) / 10 }),
    )
  })

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
