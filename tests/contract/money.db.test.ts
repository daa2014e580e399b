import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compared, type Decimal, exact, minus, plus, written } from '../../src/shared/domain/money/decimal.ts'
import { moneyFloor } from '../../src/shared/domain/money/money.ts'
import { type Rounding, roundings, roundingsOf, taxKinds, taxOn } from '../../src/shared/domain/money/tax-on.ts'
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

/** The taxes of which net + tax of the net come to an amount with tax: one at most. */
function ownTaxes(amount: Decimal, rate: Decimal, rounding: Rounding): string[] {
  const near = Number(written(amount)) * (1 - 100 / (100 + Number(written(rate))))
  const taxes = new Set([-3, -2, -1, 0, 1, 2, 3].map((cents) => Math.max(0, near + cents / 100).toFixed(2)))
  return [...taxes].filter((tax) => compared(taxOn(minus(amount, exact(tax)), rate, rounding), exact(tax)) === 0)
}

const apart = fc.record({
  gross: fc
    .oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 90_000_000 }))
    .map((units) => written({ units: BigInt(units), scale: 2 })),
  rate: fc.oneof(
    fc.constantFrom('18', '19', '7', '5', '20', '8.25', '8.875', '6.3333', '0'),
    fc.integer({ min: 1, max: 999_999 }).map((units) => written({ units: BigInt(units), scale: 4 })),
  ),
})

test('an amount with tax is taken apart by the database as taxOn says: its own tax where it has one, else within a cent', async () => {
  const seen = { own: 0, none: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.array(apart, { minLength: 100, maxLength: 200 }),
      fc.constantFrom(...taxKinds),
      fc.constantFrom(...roundings),
      async (amounts, kind, chosen) => {
        const rounding = roundingsOf(kind, chosen).tax
        await engine.query('update public.company_settings set tax_kind = $1, rounding = $2', [kind, chosen])
        const { rows } = await engine.query<{ vat: string; off: string }>(
          `select private.vat_within(a.gross, a.rate)::numeric(14, 2)::text as vat, private.vat_within(-a.gross, a.rate)::numeric(14, 2)::text as off
             from jsonb_array_elements($1::jsonb) with ordinality as given (one, n),
                  jsonb_to_record(one) as a (gross numeric, rate numeric) order by n`,
          [JSON.stringify(amounts)],
        )
        for (const [at, { gross, rate }] of amounts.entries()) {
          const tax = exact(rows[at]?.vat ?? '')
          const own = ownTaxes(exact(gross), exact(rate), rounding)
          expect(own.length).toBeLessThan(2)
          const says = taxOn(minus(exact(gross), tax), exact(rate), rounding)
          if (own.length > 0) expect([gross, rate, written(tax)]).toEqual([gross, rate, own[0]])
          else expect([written(plus(says, exact('0.01'))), written(minus(says, exact('0.01')))]).toContain(written(tax))
          // Of VAT, which is cut, no amount says too little.
          if (rounding === 'cut') expect(compared(tax, says)).toBeGreaterThanOrEqual(0)
          expect(rows[at]?.off).toBe(written(tax) === '0.00' ? '0.00' : `-${written(tax)}`)
          seen[own.length > 0 ? 'own' : 'none'] += 1
        }
      },
    ),
    { numRuns: 12 },
  )
  await engine.query(`update public.company_settings set tax_kind = 'vat', rounding = 'cut'`)
  expect(Math.min(seen.own, seen.none)).toBeGreaterThan(50)
})
