import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../../supabase/local/contracts.ts'
import { attempt, become, becomeOwner, tries, undone } from '../../supabase/tests/act.ts'
import { openWorld, row } from '../../supabase/tests/world.ts'
import type { SampleRecord } from '../../src/features/site/samples/facts/sample.ts'
import { texts as german } from '../../src/features/site/samples/texts/de.ts'
import { texts as polish } from '../../src/features/site/samples/texts/pl.ts'
import { sampleOf, type Trade, tradeNames } from '../../src/features/site/samples/trades.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
  await engine.exec(empty)
})
afterAll(() => engine.close())

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`
const take = (trade: string, records: unknown) =>
  `select public.take_trade_sample('${trade}', ${quoted(records)}) as answer`
const remove = (trade: string) => `select public.remove_trade_sample('${trade}') as answer`

type Removed = { removed: number; shared: number; kept: { kind: string; name: string; why: string }[] }
async function answer<Answer>(tx: Queryable, sql: string): Promise<Answer> {
  const { rows } = await tx.query<{ answer: Answer }>(sql)
  return rows[0]!.answer
}

const tables = [
  ...[
    'services',
    'service_parameters',
    'job_step_templates',
    'pricing_ranges',
    'inventory_items',
    'inventory_item_costs',
    'inks',
  ],
  ...[
    'work_centres',
    'markup_bands',
    'eco_solvent_parameters',
    'machine_prices',
    'human_service_parameters',
    'travel_zones',
  ],
]
/** Every row of the tables that samples fill, and what is noted about samples. */
async function all(tx: Queryable): Promise<string[]> {
  const { rows } = await tx.query<{ row: string }>(
    [...tables, 'sample_records']
      .map((name) => `select '${name} ' || to_jsonb(t)::text as row from public.${name} t`)
      .join(' union all '),
  )
  return rows.map(({ row }) => row).toSorted()
}

/** A company without any of it. Movements of stock only grow, but for this. */
const empty = `set local session_replication_role = replica;
  truncate ${tables.map((name) => `public.${name}`).join(', ')} cascade;
  set local session_replication_role = origin`

const inCompany = <Result>(work: (tx: Queryable) => Promise<Result>) =>
  undone(engine, async (tx) => {
    await become(tx, 'admin')
    return work(tx)
  })

const grounds = [
  ['euros, millimetres, German', 1, 'mm', german],
  ['dollars, inches, English', 1, 'in', null],
  ['zloty, centimetres, Polish', 4, 'cm', polish],
] as const

describe.each(tradeNames)('the sample of a %s', (trade) => {
  test.each(grounds)('in %s comes in once, can be priced and goes without a trace', async (_, factor, unit, texts) => {
    await inCompany(async (tx) => {
      const before = await all(tx)
      const records = sampleOf(trade, factor, unit, texts)
      expect(await answer(tx, take(trade, records))).toEqual({ added: records.length, there: 0 })
      const taken = await all(tx)
      expect(taken.filter((row) => row.startsWith('sample_records '))).toHaveLength(records.length)
      expect(await answer(tx, take(trade, records))).toEqual({ added: 0, there: records.length })
      expect(await all(tx)).toEqual(taken)

      const { rows } = await tx.query<{ service: string; missing: string }>(
        `select s.name as service, used.id as missing
           from public.services s, jsonb_array_elements(s.recipe) as step,
             lateral (select step ->> k as id from unnest(array['item_id', 'print_id', 'price_id', 'work_id']) as k) as used,
             (select public.calculator_prices() as list) as known
          where used.id is not null and not exists (
            select from jsonb_each(list) as part where jsonb_typeof(part.value) = 'object' and part.value ? used.id)`,
      )
      expect(rows).toEqual([])
      expect((await tx.query(`select 1 from public.services where recipe is not null`)).rows.length).toBeGreaterThan(2)
      const unpriced = await tx.query(
        `select name from public.inventory_items where sell_price is null or sell_price <= 0`,
      )
      expect(unpriced.rows).toEqual([])

      expect(await answer(tx, remove(trade))).toEqual({ removed: records.length, shared: 0, kept: [] })
      expect(await all(tx)).toEqual(before)
      expect(await answer(tx, remove(trade))).toEqual({ removed: 0, shared: 0, kept: [] })
    })
  })
})

const signs = sampleOf('sign_maker', 1, 'mm', null)
const nameOf = (key: string, records: readonly SampleRecord[] = signs) =>
  records.find((one) => one.key === key)?.values.name ?? ''

describe('what stays when a sample goes', () => {
  test('a service that stands on a quotation, and all that it is made of and with', async () => {
    const kept = await inCompany(async (tx) => {
      await tx.exec(take('sign_maker', signs))
      await becomeOwner(tx)
      await tx.exec(`insert into public.quotations (id, quotation_number, contact_id) values ('30000000-0000-4000-a000-00000000009a', 'Q-9', '${row.business}');
        insert into public.quotation_items (quotation_id, position, description, qty, unit, unit_price, vat_rate, service_id)
        select '30000000-0000-4000-a000-00000000009a', 'a0', 'Letters', 1, 'm2', 75, 18, id from public.services where slug = 'cut-lettering'`)
      await become(tx, 'admin')
      const done = await answer<Removed>(tx, remove('sign_maker'))
      expect(done.removed).toBe(signs.length - done.kept.length)
      expect(await answer(tx, `select count(*)::int as answer from public.sample_records`)).toBe(0)
      return done.kept.map(({ name, why }) => `${name}: ${why}`)
    })
    expect(kept.toSorted()).toEqual(
      [
        'cut-lettering',
        'cut-vinyl',
        'transfer-tape',
        'design-desk',
        'cutting-plotter',
        'workshop-bench',
        'work-finishing',
      ]
        .map((key) => `${nameOf(key)}: used`)
        .toSorted(),
    )
  })

  test.each([
    ['its price', `update public.services set base_price = 99 where slug = 'fitting'`, 'fitting'],
    [
      'a question of its own',
      `insert into public.service_parameters (service_id, label) select id, 'Ladder' from public.services where slug = 'fitting'`,
      'fitting',
    ],
    ['a capacity', `update public.work_centres set capacity_minutes_day = 60 where name = 'CNC router'`, 'cnc-router'],
    [
      'a cost',
      `update public.inventory_item_costs set cost_price = 1 where item_id = (select id from public.inventory_items where sku = 'STAND-OFF')`,
      'stand-offs',
    ],
  ])('what somebody changed: %s', async (_, change, key) => {
    const done = await inCompany(async (tx) => {
      await tx.exec(take('sign_maker', signs))
      await tx.exec(change)
      const { rows } = await tx.query(`select name from public.trade_samples() where is_changed`)
      expect(rows).toEqual([{ name: nameOf(key) }])
      return answer<Removed>(tx, remove('sign_maker'))
    })
    expect(done).toMatchObject({ removed: signs.length - 1, kept: [{ name: nameOf(key), why: 'changed' }] })
  })

  test('a material in a calculation, which names it in no column of its own', async () => {
    const done = await inCompany(async (tx) => {
      await tx.exec(take('sign_maker', signs))
      const item = await answer<string>(tx, `select id as answer from public.inventory_items where sku = 'STAND-OFF'`)
      const inputs = {
        ...{ quantity: '1', service_id: null, min_charge: null, parts: [] },
        steps: [{ id: 's1', kind: 'item', item_id: item, qty: '4', once: false }],
      }
      await tx.exec(
        `select public.save_calculation('90000000-0000-4000-a000-00000000009a', null, ${quoted({ name: 'Plaque', inputs, nested: {} })})`,
      )
      return answer<Removed>(tx, remove('sign_maker'))
    })
    expect(done.kept).toMatchObject([{ name: nameOf('stand-offs'), why: 'used' }])
  })

  test('what another trade brought as well stays with that trade', async () => {
    const wraps = sampleOf('vehicle_wraps', 1, 'mm', null)
    const both = wraps.filter(({ key }) => signs.some((one) => one.key === key))
    expect(both.length).toBeGreaterThan(5)
    await inCompany(async (tx) => {
      await tx.exec(take('sign_maker', signs))
      const alone = await all(tx)
      expect(await answer(tx, take('vehicle_wraps', wraps))).toEqual({
        added: wraps.length - both.length,
        there: both.length,
      })
      expect(await answer(tx, remove('vehicle_wraps'))).toEqual({
        removed: wraps.length - both.length,
        shared: both.length,
        kept: [],
      })
      expect(await all(tx)).toEqual(alone)
    })
  })
})

describe('what the company has already', () => {
  test('is used as it is, and is not removed', async () => {
    await inCompany(async (tx) => {
      await becomeOwner(tx)
      await tx.exec(`insert into public.work_centres (name, capacity_minutes_day) values ('cnc ROUTER', 7);
        insert into public.markup_bands (name, from_cost, markup_pct) values ('All', 0, 50)`)
      await become(tx, 'admin')
      const before = await all(tx)
      // The router, and the four bands that would overlap.
      expect(await answer(tx, take('sign_maker', signs))).toEqual({ added: signs.length - 5, there: 5 })
      const steps = await answer(
        tx,
        `select count(*)::int as answer from public.job_step_templates t join public.work_centres w on w.id = t.work_centre_id where w.name = 'cnc ROUTER'`,
      )
      expect(steps).toBe(3)
      expect(await answer(tx, remove('sign_maker'))).toMatchObject({ removed: signs.length - 5, kept: [] })
      expect(await all(tx)).toEqual(before)
    })
  })

  test('and what was removed by hand comes again when the sample is taken again', async () => {
    await inCompany(async (tx) => {
      await tx.exec(take('sign_maker', signs))
      await tx.exec(`delete from public.services where slug = 'design'`)
      expect(await answer(tx, take('sign_maker', signs))).toEqual({ added: 1, there: signs.length - 1 })
    })
  })
})

describe('who may, and what', () => {
  test.each(['newcomer', 'pending', 'client', 'team_member', 'sales', 'accounts'] as const)(
    'not %s',
    async (person) => {
      for (const sql of [take('printer', signs), remove('printer'), 'select * from public.trade_samples()'])
        expect(await tries(engine, person, sql)).toMatchObject({ refused: '42501' })
    },
  )

  const one = { key: 'one', kind: 'work_centres', values: { name: 'One' } }
  test.each<[string, string, unknown]>([
    ['a trade that is not known', 'baker', [one]],
    ['no list', 'printer', {}],
    ['an empty list', 'printer', []],
    ['a table that no sample fills', 'printer', [one, { ...one, key: 'two', kind: 'user_roles' }]],
    [
      'a column that no sample fills',
      'printer',
      [one, { key: 'two', kind: 'services', values: { slug: 'x', name: 'X', is_public: true } }],
    ],
    [
      'a row in a table of its own',
      'printer',
      [{ ...one, rows: [{ table: 'user_roles', values: { role: 'admin' } }] }],
    ],
    ['a record without values', 'printer', [one, { key: 'two', kind: 'services' }]],
    [
      'a recipe that no calculation could have',
      'printer',
      [one, { key: 'two', kind: 'services', values: { slug: 'x', name: 'X', recipe: [{ id: 'a', kind: 'magic' }] } }],
    ],
    [
      'a negative price',
      'printer',
      [one, { key: 'two', kind: 'services', values: { slug: 'x', name: 'X', base_price: -1 } }],
    ],
  ])('refuses %s, and keeps nothing of the rest', async (_, trade, records) => {
    await inCompany(async (tx) => {
      const before = await all(tx)
      const outcome = await attempt(tx, take(trade, records))
      expect(outcome).toMatchObject({ refused: expect.stringMatching(/^(22023|23514)$/) })
      expect(await all(tx)).toEqual(before)
    })
  })
})

test('samples name no currency and no country', () => {
  const words = tradeNames.flatMap((trade: Trade) => JSON.stringify(sampleOf(trade, 1, 'in', null)))
  expect(words.join(' ')).not.toMatch(/euro|€|\$|malta|VAT/i)
})
