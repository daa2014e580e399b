// Lists which tests prove which section of `docs/behaviour.md`: `npm run spec`. A test that proves a sentence of the
// specification carries the section in its name: `spec 2 §5: …`.
import { readFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const named = /(['"`])(spec [12] §[\d.]+(?:, §[\d.]+)*): ((?:\\.|(?!\1)[^\n])*)\1/g

export type Proof = { section: string; file: string; test: string }

/** Every test name below `folders` that starts with sections of the specification, once for each section. */
export function proofsIn(folders: readonly string[]): Proof[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{test,spec}.{ts,tsx}`)).sort()
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(named)].flatMap(([, , sections = '', test = '']) => {
      const part = sections.slice(0, 'spec 1'.length)
      return [...sections.matchAll(/§[\d.]+/g)].map(([section]) => ({ section: `${part} ${section}`, file, test }))
    }),
  )
}

export const testFolders = ['src', 'supabase', 'tests'] as const

/** The report: a heading for each section, the tests below it. */
export function reportOf(proofs: readonly Proof[]): string {
  const bySection = Object.groupBy(proofs, ({ section }) => section)
  return Object.keys(bySection)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((section) => {
      const lines = (bySection[section] ?? []).map(({ file, test }) => `  ${file}: ${test}`)
      return `${section} (${lines.length})\n${lines.join('\n')}`
    })
    .join('\n\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(reportOf(proofsIn(testFolders)))
