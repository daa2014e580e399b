import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A pool or a session of the driver `postgres`, with its settings. */
const opened = /\bpostgres\(\w+, \{[\s\S]*?\n {2}\}\)/g

/** Due while it is reserved, a connection never answers again: its callers wait for ever (decision 1018). */
test('the connections of the product live as long as the product: the driver renews none', () => {
  const found = globSync('supabase/local/**/*.ts', { exclude: (path) => path.endsWith('.test.ts') }).flatMap((file) =>
    (readFileSync(file, 'utf8').match(opened) ?? []).map((settings) => ({
      file,
      lives: settings.includes('max_lifetime: null'),
    })),
  )
  expect(found).toEqual([
    { file: 'supabase/local/engine/postgres-engine.ts', lives: true },
    { file: 'supabase/local/engine/postgres-session.ts', lives: true },
  ])
})
