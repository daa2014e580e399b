import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { written } from '../../src/shared/domain/money/decimal.ts'
import { moneyFloor } from '../../src/shared/domain/money/money.ts'
import type { Engine } from '../../supabase/local/contracts.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

const amounts = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 20 }))
  .map(([units, scale]) => written({ units, scale }))

/** Values for which binary floating point, rounding half up and rounding down differ. */
const known = ['0.29', '0.1', '1.005', '2.675', '8.2', '-0.001', '-1.999', '1000000000000000.1', '0.30000000000000004']

async function flooredByDatabase(values: readonly string[]): Promise<(string | undefined)[]> {
  const { rows } = await engine.query<{ floored: string }>(
    `select private.money_floor(value::numeric)::numeric(60, 2)::text as floored
       from unnest($1::text[]) with ordinality as given (value, position) order by position`,
    [values],
  )
  return rows.map(({ floored }) => floored)
}

test('browser and database round money alike', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(amounts, { minLength: 50, maxLength: 200 }), async (values) => {
      expect(values.map((value) => moneyFloor(value))).toEqual(await flooredByDatabase(values))
    }),
    { numRuns: 20 },
  )
})

test('also where the ways of rounding differ', async () => {
  expect(known.map((value) => moneyFloor(value))).toEqual(await flooredByDatabase(known))
  expect(await flooredByDatabase(known)).toEqual([
    '0.29',
    '0.10',
    '1.00',
    '2.67',
    '8.20',
    '0.00',
    '-1.99',
    '1000000000000000.10',
    '0.30',
  ])
})
