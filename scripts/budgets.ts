import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

// What a first page loads, gzipped, from the manifest of the build: `node scripts/budgets.ts` prints it and fails over budget.
type Entry = { file: string; name?: string; imports?: string[]; css?: string[] }

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Entry>

/** In kB. `parts` are chunks by name, beside the page itself (docs/decisions/0184). */
const pages = [
  { page: 'a public page', parts: ['policy-page'], script: 170, style: 22 },
  { page: 'a tip', parts: ['tip-page'], script: 170, style: 22 },
  { page: 'the home page', parts: ['home-page'], script: 170, style: 22 },
  { page: 'a form', parts: ['review-page'], script: 170, style: 22 },
  { page: 'booking', parts: ['booking'], script: 190, style: 22 },
  { page: '/auth', parts: ['connect', 'app', 'sign-in'], script: 220, style: 22 },
  { page: '/dashboard', parts: ['connect', 'app', 'staff'], script: 270, style: 22 },
]

const kB = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length, 0) / 1000

function filesOf(keys: string[]): { scripts: Set<string>; styles: Set<string> } {
  const found = { scripts: new Set<string>(), styles: new Set<string>() }
  const seen = new Set<string>()
  const add = (key: string) => {
    const entry = manifest[key]
    if (seen.has(key) || !entry) return
    seen.add(key)
    if (entry.file.endsWith('.js')) found.scripts.add(entry.file)
    for (const css of entry.css ?? []) found.styles.add(css)
    entry.imports?.forEach(add)
  }
  keys.forEach(add)
  return found
}

let isOver = false
for (const { page, parts, script, style } of pages) {
  const keys = parts.map((name) => {
    const key = Object.keys(manifest).find((one) => manifest[one]?.name === name)
    if (key === undefined) throw new Error(`The build has no chunk named ${name}.`)
    return key
  })
  const { scripts, styles } = filesOf(['index.html', ...keys])
  const measured = { scripts: kB(scripts), styles: kB(styles) }
  const over = measured.scripts > script || measured.styles > style
  isOver ||= over
  console.log(
    `${page.padEnd(14)} ${measured.scripts.toFixed(1)} kB of JavaScript (${script}) in ${scripts.size} files, ${measured.styles.toFixed(1)} kB of CSS (${style})${over ? '  OVER' : ''}`,
  )
}
if (isOver) process.exitCode = 1
