import { expect, test } from 'vitest'
import { unnamedPaths } from './addresses.ts'

test.each(['staff', 'client', 'marketing'] as const)('the crawl has a record for every address of the %s set', (set) =>
  expect(unnamedPaths(set)).toEqual([]),
)
