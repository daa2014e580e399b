import { roundings } from '../../src/shared/domain/money/tax-on.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calculatedPrice } from '../../src/documents/calculation/price.ts'
import { productPrice } from '../../src/documents/calculation/product.ts'
import { anyCalculation, anyPriceList, anyProduct } from '../../src/documents/calculation/testing.ts'
import type { Engine } from '../../supabase/local/contracts.ts'
import { sizeText } from '../../src/documents/sizes.ts'
import {
  type LengthUnit,
  lengthUnits,
  numberLocale,
  numberStyles,
  type NumberStyle,
} from '../../src/shared/domain/text/formats.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

test('the price of any calculation is the same in the database and in TypeScript', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyCalculation, { minLength: 5, maxLength: 25 }),
      anyPriceList,
      fc.constantFrom(...roundings),
      async (all, list, rounding) => {
        await engine.query('update public.company_settings set rounding = $1', [rounding])
        const { rows } = await engine.query<{ price: unknown }>(
          `select private.calculated_price(c -> 'inputs', c -> 'nested', $2::jsonb, c -> 'confidential') as price
           from jsonb_array_elements($1::jsonb) with ordinality as listed (c, n) order by n`,
          [JSON.stringify(all), JSON.stringify(list)],
        )
        expect(rows.map(({ price }) => price)).toEqual(
          all.map(({ inputs, nested, confidential }) => calculatedPrice(inputs, nested, list, confidential, rounding)),
        )
      },
    ),
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
    fc.asyncProperty(
      fc.array(anyProduct, { minLength: 5, maxLength: 50 }),
      fc.constantFrom(...roundings),
      async (all, rounding) => {
        await engine.query('update public.company_settings set rounding = $1', [rounding])
        const { rows } = await engine.query<{ price: unknown }>(
          `select private.product_price((p ->> 'base')::numeric, p -> 'options', p -> 'breaks', (p ->> 'qty')::numeric) as price
           from jsonb_array_elements($1::jsonb) with ordinality as listed (p, n) order by n`,
          [JSON.stringify(all)],
        )
        expect(rows.map(({ price }) => price)).toEqual(
          all.map(({ base, options, breaks, qty }) => productPrice(base, options, breaks, qty, rounding)),
        )
      },
    ),
    { numRuns: 20 },
  ))

test('the sizes of parts in the details of a line are written as papers write sizes, in the style of the company', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...(Object.keys(numberStyles) as NumberStyle[])),
      fc.array(
        fc.record({
          width: fc.integer({ min: 100, max: 10_000_000 }),
          height: fc.integer({ min: 100, max: 10_000_000 }),
        }),
        {
          minLength: 5,
          maxLength: 50,
        },
      ),
      fc.constantFrom(...(Object.keys(lengthUnits) as LengthUnit[])),
      async (style, hundredths, length_unit) => {
        const sizes = hundredths.map(({ width, height }) => ({
          width_mm: (width / 100).toFixed(2),
          height_mm: (height / 100).toFixed(2),
        }))
        await engine.query(`update public.company_settings set number_style = $1, length_unit = $2`, [
          style,
          length_unit,
        ])
        const { rows } = await engine.query<{ words: string }>(
          `select private.size_words((s ->> 'width_mm')::numeric, (s ->> 'height_mm')::numeric) as words
             from jsonb_array_elements($1::jsonb) with ordinality as listed (s, n) order by n`,
          [JSON.stringify(sizes)],
        )
        const plain = (text: string | null) => text?.replace(/\s/g, ' ').replaceAll('’', "'")
        expect(rows.map(({ words }) => plain(words))).toEqual(
          sizes.map((size) => plain(sizeText(size, { locale: numberLocale(style), length_unit }))),
        )
      },
    ),
    { numRuns: 20 },
  ))
