import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calculatedPrice } from '../../src/documents/calculation/price.ts'
import { productPrice } from '../../src/documents/calculation/product.ts'
import { anyCalculation, anyPriceList, anyProduct } from '../../src/documents/calculation/testing.ts'
import type { Engine } from '../../supabase/local/contracts.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('the price of any calculation is the same in the database and in TypeScript', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyCalculation, { minLength: 5, maxLength: 25 }), anyPriceList, async (all, list) => {
      const { rows } = await engine.query<{ price: unknown }>(
        `select private.calculated_price(c -> 'inputs', c -> 'nested', $2::jsonb, c -> 'confidential') as price
           from jsonb_array_elements($1::jsonb) with ordinality as listed (c, n) order by n`,
        [JSON.stringify(all), JSON.stringify(list)],
      )
      expect(rows.map(({ price }) => price)).toEqual(
        all.map(({ inputs, nested, confidential }) => calculatedPrice(inputs, nested, list, confidential)),
      )
    }),
    { numRuns: 25 },
  ))

test('the database accepts what any calculation of the screen holds', () =>
  fc.assert(
    fc.asyncProperty(anyCalculation, async ({ inputs }) => {
      await engine.query(`select private.check_calculation($1::jsonb)`, [JSON.stringify(inputs)])
    }),
    { numRuns: 50 },
  ))

test('the price of any product is the same in the database and in TypeScript', () =>
  fc.assert(
    fc.asyncProperty(fc.array(anyProduct, { minLength: 5, maxLength: 50 }), async (all) => {
      const { rows } = await engine.query<{ price: unknown }>(
        `select private.product_price((p ->> 'base')::numeric, p -> 'options', p -> 'breaks', (p ->> 'qty')::numeric) as price
           from jsonb_array_elements($1::jsonb) with ordinality as listed (p, n) order by n`,
        [JSON.stringify(all)],
      )
      expect(rows.map(({ price }) => price)).toEqual(
        all.map(({ base, options, breaks, qty }) => productPrice(base, options, breaks, qty)),
      )
    }),
    { numRuns: 20 },
  ))
