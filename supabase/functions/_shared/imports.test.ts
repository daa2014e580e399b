import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const functions = join(import.meta.dirname, '..')
const importOf = /^\s*(?:import|export)(?!\s+type\b)[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]/gm

/** The incomplete imports of every module that the functions load: Deno resolves no missing file ending. */
function incompleteImports(): string[] {
  const entries = readdirSync(functions, { withFileTypes: true })
    .filter((one) => one.isDirectory() && one.name !== '_shared')
    .map(({ name }) => join(functions, name, 'index.ts'))
  const [seen, found] = [new Set<string>(), new Set<string>()]
  const open = [...entries]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, from, alone] of text.matchAll(importOf)) {
      const name = from ?? alone ?? ''
      if (name.startsWith('@/')) found.add(`${file}: ${name}`)
      if (!name.startsWith('.')) continue
      if (/\.(ts|json)$/.test(name)) open.push(...(name.endsWith('.ts') ? [resolve(dirname(file), name)] : []))
      else found.add(`${file}: ${name}`)
    }
  }
  expect(seen.size).toBeGreaterThan(50)
  return [...found].map((one) => one.replace(resolve(functions, '../..'), '')).sort()
}

test('functions name the modules that they read with their endings, however far away', () => {
  expect(incompleteImports()).toEqual([])
})
