import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { levelsOf, mostLevels } from '../supabase/local/rest-auth/address-limits.ts'

/** Lists of columns with related rows: `id, client:contacts(id, name)`. */
const selects = /(['`])((?:(?!\1)[\w\s,:.*!()$_{}>-])*\b\w+\((?:(?!\1)[\w\s,:.*!()$_{}>-])*)\1/g

test('no screen asks for related rows deeper than the embedded server reads them', () => {
  const deepest = globSync('src/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(selects)].map(([, , columns = '']) => ({
        file,
        levels: levelsOf(columns),
      })),
    )
  expect(deepest.length).toBeGreaterThan(100)
  expect(deepest.filter(({ levels }) => levels > mostLevels)).toEqual([])
})
