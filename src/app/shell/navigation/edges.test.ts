import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('A5: at every edge one of two looks holds: a width is below it or at it, never both and never neither', () => {
  const sheets = globSync('src/**/*.css')
  expect(sheets.length).toBeGreaterThan(50)
  const queries = sheets.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(/@media[^{]*\bwidth\b[^{]*/g)])
  expect(queries.map(([query]) => query.trim()).filter((query) => /(max|min)-width|width (<=|>) /.test(query))).toEqual(
    [],
  )
})

test('A5: the links of the bar leave where the menu has them', () => {
  const bar = /@media \(width < (\w+)\) \{\s*display: none/.exec(read('top-navigation.module.css'))?.[1]
  const menu = /\.main \{\s*@media \(width >= (\w+)\) \{\s*display: none/.exec(read('quick-access.module.css'))?.[1]
  expect([bar, menu]).toEqual(['80em', '80em'])
})
