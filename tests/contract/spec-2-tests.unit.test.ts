import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const places: Readonly<Record<string, string>> = {
  ...{ machines: 'src/machines', tasks: 'src/features/tasks', domain: 'src/shared/domain', db: 'supabase/tests' },
  ...{ e2e: 'tests/e2e', contract: 'tests/contract', models: 'tests/models' },
}
const fileOf = (short: string): string => {
  const [first = '', ...rest] = short.split('/')
  return places[first] ? [places[first], ...rest].join('/') : short
}
const plain = (text: string): string =>
  text
    .replace(/\\(['`])/g, '$1')
    .replace(/\s+/g, ' ')
    .toLowerCase()

const rows = readFileSync('docs/spec-2-tests.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| (?!Sentence|-)/.test(line))

test('every sentence of specification 2 about tasks names tests that exist', () => {
  const missing = rows.flatMap((row) =>
    row.split('<br>').flatMap((part) => {
      const file = fileOf(/`([^`]+)`/.exec(part)?.[1] ?? '')
      if (!existsSync(file)) return [`${row}: no file ${file}`]
      const tests = plain(readFileSync(file, 'utf8'))
      const names = [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name.replaceAll('\\', ''))
      return names.filter((name) => !tests.includes(plain(name))).map((name) => `${file}: ${name}`)
    }),
  )
  expect(rows.length).toBeGreaterThan(90)
  expect(missing).toEqual([])
})
