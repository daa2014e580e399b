import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { noes } from './supabase-matrix/answers.ts'
import { parts } from './supabase-matrix/offers.ts'
import { pageFile, rowsOf, rowsOfWays, writtenPage } from './supabase-matrix/page.ts'
import { testThatCalls, testsOf } from './supabase-matrix/tests.ts'

describe('the page of what supabase-js offers', () => {
  test('has an answer for each method: a test that calls it, or a sentence', () => {
    const open = [...parts.flatMap(rowsOf), ...rowsOfWays()].filter(({ answer }) => answer === 'open')
    expect(open).toEqual([])
    expect(parts.flatMap(({ methods }) => methods).length).toBeGreaterThan(150)
  })

  test('names no method that the library has not', () => {
    const offered = new Set(
      parts.flatMap(({ call, methods }) => [`${call}*`, ...methods.map((one) => `${call}${one}`)]),
    )
    expect(Object.keys(noes).filter((name) => !offered.has(name))).toEqual([])
  })

  test('reads tests that exist', () => {
    expect(parts.flatMap(({ tests }) => tests).filter((file) => !existsSync(file))).toEqual([])
    expect(
      testThatCalls(
        'a_method_that_nobody_calls',
        parts.flatMap(({ tests }) => tests),
      ),
    ).toBeNull()
    const titles = testsOf('scripts/supabase-matrix.test.ts').map(({ title }) => title)
    expect(titles).toContain('the page of what supabase-js offers › reads tests that exist')
  })

  test('is as it was written: npm run supabase-matrix', async () => {
    expect(readFileSync(pageFile, 'utf8')).toBe(await writtenPage())
  })
})
