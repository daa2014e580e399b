import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markupPrice } from '../../src/shared/domain/money/markup-price.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, undone, type Outcome } from './act.ts'
import { idOf, type Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const id = (n: number) => `ca100000-0000-4000-a000-${String(n).padStart(12, '0')}`
const as = <Result>(person: Person, given: string, work: (tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    await tx.exec(given)
    await become(tx, person)
    return work(tx)
  })
const word = (outcome: Outcome) => ('refused' in outcome ? outcome.because : 'done')
const words = async (tx: Queryable, ...statements: string[]) => {
  const outcomes: string[] = []
  for (const sql of statements) outcomes.push(word(await attempt(tx, sql)))
  return outcomes
}
const item = `insert into public.inventory_items (id, sku, name, form, width_mm, length_mm, sell_per_buy, sell_price)
  values ('${id(1)}', 'ACM-3', 'ACM 3 mm', 'sheet', 1500, 3050, 4.575, 20)`
const markup = `insert into public.inventory_item_costs (item_id, cost_price, markup_pct) values ('${id(1)}', 48, 120)`
const price = `select sell_price::text, price_follows_cost from public.inventory_items where id = '${id(1)}'`

describe('the sell price of an item', () => {
  const priceAfter = (...statements: string[]) =>
    as('account_manager', item, async (tx) => {
      for (const sql of statements) {
        const outcome = await attempt(tx, sql)
        if ('refused' in outcome) return outcome.because
      }
      return (await tx.query(price)).rows[0]
    })

  test('follows cost, markup and the units in a purchase', async () => {
    expect(await priceAfter(markup)).toEqual({ sell_price: '23.0820', price_follows_cost: true })
    expect(await priceAfter(markup, `update public.inventory_item_costs set cost_price = 60`)).toMatchObject({
      sell_price: '28.8525',
    })
    expect(
      await priceAfter(markup, `update public.inventory_items set sell_per_buy = 1 where id = '${id(1)}'`),
    ).toMatchObject({
      sell_price: '105.6000',
    })
  })

  test('is typed by hand where no markup is set', async () => {
    expect(await priceAfter(`update public.inventory_items set sell_price = 31 where id = '${id(1)}'`)).toEqual({
      sell_price: '31.0000',
      price_follows_cost: false,
    })
    expect(await priceAfter(markup, `update public.inventory_items set sell_price = 31 where id = '${id(1)}'`)).toBe(
      'The sell price follows from cost and markup: take the markup away to type a price',
    )
    expect(await priceAfter(markup, `update public.inventory_item_costs set markup_pct = null`)).toEqual({
      sell_price: '23.0820',
      price_follows_cost: false,
    })
  })

  test('is computed alike in SQL and TypeScript', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 9_999_999 }),
            fc.integer({ min: 0, max: 99_999 }),
            fc.integer({ min: 1, max: 999_999 }),
          ),
          {
            minLength: 1,
            maxLength: 50,
          },
        ),
        async (cases) => {
          const given = cases.map(([cost, pct, per]) => [`${cost}e-4`, `${pct}e-2`, `${per}e-4`] as const)
          const { rows } = await engine.query<{ price: string }>(
            `select private.marked_up(cost, pct, per)::text as price from (values ${given
              .map(([cost, pct, per], at) => `(${at}, ${cost}::numeric, ${pct}::numeric, ${per}::numeric)`)
              .join(', ')}) as g (at, cost, pct, per) order by at`,
          )
          expect(rows.map(({ price: text }) => text)).toEqual(
            given.map(([cost, pct, per]) => markupPrice(cost, pct, per)),
          )
        },
      ),
      { numRuns: 40 },
    )
  })
})

test('two price breaks of one service and basis never overlap; those of others do not count', async () => {
  const given = `insert into public.services (id, slug, name) values ('${id(2)}', 'tested-sign', 'Tested sign')`
  const range = (name: string, service: string, basis: string, from: number, to: number | null) =>
    `insert into public.pricing_ranges (name, service_id, basis, from_value, to_value, discount_pct)
     values ('${name}', ${service}, '${basis}', ${from}, ${to}, 5)`
  const mine = `'${id(2)}'`
  const outcomes = await as('account_manager', given, (tx) =>
    words(
      tx,
      range('Ten', mine, 'qty', 10, 20),
      range('Twenty', mine, 'qty', 20, null),
      range('Nineteen', mine, 'qty', 19, 20),
      range('Hundred', mine, 'qty', 100, 200),
      range('Area', mine, 'area_m2', 10, 20),
      range('Backwards', mine, 'qty', 9, 5),
      `update public.pricing_ranges set to_value = 25 where name = 'Ten'`,
    ),
  )
  expect(outcomes).toEqual([
    'done',
    'done',
    'This range overlaps “Ten”',
    'This range overlaps “Twenty”',
    'done',
    expect.stringContaining('pricing_ranges_values_range'),
    'This range overlaps “Twenty”',
  ])
})

test('who may not see markups or price breaks does not learn of them by an overlap', async () => {
  const given = `delete from public.markup_bands; delete from public.pricing_ranges;
    insert into public.markup_bands (name, from_cost, to_cost, markup_pct) values ('Everyday', 5, 50, 120);
    insert into public.pricing_ranges (name, basis, from_value, discount_pct) values ('Ten', 'qty', 10, 5)`
  const band = `insert into public.markup_bands (name, from_cost, to_cost, markup_pct) values ('Mine', 10, 11, 1)`
  const range = `insert into public.pricing_ranges (name, basis, from_value, discount_pct) values ('Mine', 'qty', 20, 5)`
  const tried = (person: Person) => as(person, given, (tx) => words(tx, band, range))
  expect(await tried('account_manager')).toEqual(['This band overlaps “Everyday”', 'This range overlaps “Ten”'])
  for (const person of ['client', 'team_member', 'sales'] as const)
    expect(await tried(person)).toEqual([
      expect.stringContaining('row-level security'),
      expect.stringContaining('row-level security'),
    ])
})

test('a person has one wage rate a day', async () => {
  const rate = (day: string) =>
    `insert into public.wage_rates (user_id, valid_from, hourly_cost) values ('${idOf('colleague')}', '${day}', 15)`
  const outcomes = await as('accounts', '', (tx) =>
    words(tx, rate('2026-01-01'), rate('2026-02-01'), rate('2026-02-01')),
  )
  expect(outcomes).toEqual(['done', 'done', expect.stringContaining('wage_rates_one_a_day')])
})

test('what is in use is not removed', async () => {
  const given = `
    insert into public.brands (id, name) values ('${id(3)}', 'Tested brand');
    insert into public.item_categories (id, name) values ('${id(4)}', 'Tested sheets');
    insert into public.item_types (id, category_id, name) values ('${id(5)}', '${id(4)}', 'Board');
    insert into public.services (id, slug, name) values ('${id(6)}', 'tested-sign', 'Tested sign');
    insert into public.inventory_items (sku, name, form, brand_id, type_id) values ('T', 'Tape', 'piece', '${id(3)}', '${id(5)}');
    insert into public.jobs (job_number, title, service_id) values ('JOB-T', 'Sign', '${id(6)}')`
  const outcomes = await as('admin', given, async (tx) => [
    await attempt(tx, `delete from public.brands where id = '${id(3)}'`),
    await attempt(tx, `delete from public.item_types where id = '${id(5)}'`),
    await attempt(tx, `delete from public.item_categories where id = '${id(4)}'`),
    await attempt(tx, `delete from public.services where id = '${id(6)}'`),
  ])
  expect(outcomes.map((outcome) => ('refused' in outcome ? outcome.refused : 'done'))).toEqual([
    '23503',
    '23503',
    '23503',
    'PT409',
  ])
})

test.each([
  ['a sheet without a size', `insert into public.inventory_items (sku, name, form) values ('T', 'T', 'sheet')`],
  [
    'a price that is no number',
    `insert into public.inventory_items (sku, name, form, sell_price) values ('T', 'T', 'piece', 'NaN')`,
  ],
  [
    'a size beyond every sheet',
    `insert into public.inventory_items (sku, name, form, width_mm, length_mm) values ('T', 'T', 'sheet', 1e7, 1)`,
  ],
  [
    'a purchase of nothing',
    `insert into public.inventory_items (sku, name, form, sell_per_buy) values ('T', 'T', 'piece', 0)`,
  ],
  ['a colour that is no colour', `insert into public.variant_colors (name, hex) values ('Red', 'red')`],
  ['a bit of no width', `insert into public.bit_types (name, diameter_mm) values ('T', 0)`],
  [
    'a break of discount and price',
    `insert into public.pricing_ranges (name, from_value, discount_pct, price) values ('T', 1, 5, 5)`,
  ],
  ['a name of spaces', `insert into public.brands (name) values ('   ')`],
  ['a website of another kind', `insert into public.brands (name, website) values ('T', 'javascript:alert(1)')`],
  [
    'a list of one choice',
    `insert into public.service_parameters (service_id, label, kind, choices)
     select id, 'T', 'choice', '{one}' from public.services limit 1`,
  ],
])('refuses %s', async (_, sql) => {
  const given = `insert into public.services (slug, name) values ('tested-sign', 'Tested sign')`
  const outcome = await as('admin', given, (tx) => attempt(tx, sql))
  expect(outcome).toMatchObject({ refused: '23514' })
})

test('cost and markup stay with holders of view_financial_data, also through the audit trail and nudges', async () => {
  const given = `${item}; ${markup}`
  const seen = await as('sales', given, async (tx) => [
    (await tx.query(`select count(*)::int as n from public.inventory_item_costs`)).rows[0],
    (await tx.query(`select count(*)::int as n from public.audit_logs`)).rows[0],
    (await tx.query(`select count(*)::int as n from public.markup_bands`)).rows[0],
  ])
  expect(seen).toEqual([{ n: 0 }, { n: 0 }, { n: 0 }])
})
