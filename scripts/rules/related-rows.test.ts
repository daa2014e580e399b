import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { levelsOf, mostLevels } from '../../supabase/local/rest-auth/auth/address-limits.ts'

/** Lists of columns with related rows, where they are asked for or named: `.select('id, client:contacts(id, name)')`. */
const selects = /(?:\.select\(|olumns\w*(?::[^=\n]*)? =)\s*(['`])((?:(?!\1)[^;])*)\1/g

test('no screen asks for related rows deeper than the embedded server reads them', () => {
  const deepest = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(selects)].map(([, , columns = '']) => ({
        file,
        levels: levelsOf(columns),
      })),
    )
  expect(deepest.length).toBeGreaterThan(200)
  expect(deepest.filter(({ levels }) => levels > mostLevels)).toEqual([])
})
