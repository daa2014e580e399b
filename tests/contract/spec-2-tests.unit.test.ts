import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const places: Readonly<Record<string, string>> = {
  ...{
    machines: 'src/machines',
    tasks: 'src/features/office/tasks',
    domain: 'src/shared/domain',
    db: 'supabase/tests',
  },
  ...{ e2e: 'tests/e2e', contract: 'tests/contract', models: 'tests/models', faults: 'tests/faults' },
  ...{ streams: 'src/streams', notices: 'src/features/office/notifications', timer: 'src/features/office/timer' },
  hours: 'src/features/office/time-tracking',
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

test.each([
  ['tasks', 'docs/spec-2-tests.md', 90],
  ['notifications, the timer and faults', 'docs/live-tests.md', 40],
])('every sentence about %s names tests that exist', (_, document, atLeast) => {
  const rows = readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!Sentence|Fault|-)/.test(line))
  const missing = rows.flatMap((row) =>
    row.split('<br>').flatMap((part) => {
      const file = fileOf(/`([^`]+)`/.exec(part)?.[1] ?? '')
      if (!existsSync(file)) return [`${row}: no file ${file}`]
      const tests = plain(readFileSync(file, 'utf8'))
      const names = [...part.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name.replaceAll('\\', ''))
      return names.filter((name) => !tests.includes(plain(name))).map((name) => `${file}: ${name}`)
    }),
  )
  expect(rows.length).toBeGreaterThan(atLeast)
  expect(missing).toEqual([])
})
