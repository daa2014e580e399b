import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { become, tries, undone } from './act.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** Typed values: accents, capitals, blanks, duplicates, nothing. */
const words = fc.constantFrom('Żebbuġ', 'żebbug', ' Sliema ', 'Valletta', "Ta' Xbiex", 'a', 'Ω', '', '  ', null)
const contact = fc.record({
  type: fc.constantFrom('Person', 'Business'),
  name: fc.constantFrom('Ann', 'Ġorġ', 'Zoe'),
  company: words,
  email: words,
  city: words,
  created_at: fc.constantFrom('2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000002Z', '2026-05-05T12:00:00Z'),
})
type Row = { id: string; value: string | null }

/** The value that the list sends back for its next page, as the screen has it. */
const cursors = {
  name: 'sort_name',
  company: `case type when 'Person' then company end`,
  email: 'email',
  city: 'city',
  created: 'created_at::text',
  updated: 'updated_at::text',
}
const locationCursors = ['client', 'label', 'city']

describe.each(Object.entries(cursors))('contacts by %s', (sort, value) => {
  test.each([false, true])('every row is on one page, in order, without a value last (down: %s)', async (down) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(contact, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 4 }),
        (rows, limit) =>
          undone(engine, async (tx) => {
            await tx.query(
              `insert into public.contacts (type, name, company, email, city, created_at, vat_number)
             select type, name, company, email, city, created_at, 'ORDERED1' from jsonb_to_recordset($1::jsonb)
               as given (type text, name text, company text, email text, city text, created_at timestamptz)`,
              [JSON.stringify(rows)],
            )
            await become(tx, 'sales')
            const page = async (after: Row | undefined, size: number) =>
              (
                await tx.query<Row>(
                  `select id, ${value} as value from public.search_contacts('ordered1', p_sort => $1, p_down => $2,
                   p_after_value => $3, p_after_id => $4::uuid, p_limit => $5)`,
                  [sort, down, after?.value ?? null, after?.id ?? null, size],
                )
              ).rows
            const whole = await page(undefined, 100)
            expect(whole).toHaveLength(rows.length)
            const paged: Row[] = []
            for (let read = await page(undefined, limit); read.length > 0; read = await page(paged.at(-1), limit))
              paged.push(...read)
            expect(paged).toEqual(whole)
            const empties = whole.map(({ value: shown }) => sort !== 'name' && (shown ?? '').trim() === '')
            expect(empties).toEqual(empties.toSorted())
            if (empties.includes(true)) return
            const other = await tx.query<Row>(
              `select id from public.search_contacts('ordered1', p_sort => $1, p_down => $2, p_limit => 100)`,
              [sort, !down],
            )
            expect(other.rows.map(({ id }) => id)).toEqual(whole.map(({ id }) => id).toReversed())
          }),
      ),
      { numRuns: 8 },
    )
  })

  test.each([false, true])('an index has the order, also after a row (down: %s)', async (down) => {
    const plans = await undone(engine, async (tx) => {
      await tx.exec('set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off')
      const pages = await tx.query<{ statement: string; is_after: boolean }>(
        `select statement, is_after from (values (null, null::uuid, false), ('2026-01-01', gen_random_uuid(), true),
             (null, gen_random_uuid(), true)) as page (after_value, after_id, is_after),
           unnest(private.contacts_pages(null, null, null, false, false, $1, $2, after_value, after_id)) as statement
          where after_value is not null or after_id is null or $1 not in ('name', 'created', 'updated')`,
        [sort, down],
      )
      const read: string[] = []
      for (const { statement, is_after } of pages.rows) {
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(`explain ${statement} limit 50`)
        const plan = rows.map((line) => line['QUERY PLAN']).join('\n')
        const isIndexed = /Index Scan.* using contacts_\w+_idx/.test(plan) && !/Sort/.test(plan)
        read.push(isIndexed && (!is_after || plan.includes('Index Cond')) ? 'index' : plan)
      }
      return read
    })
    expect(plans.length).toBeGreaterThan(1)
    expect(new Set(plans)).toEqual(new Set(['index']))
  })
})

test('the last change of a contact is stamped by the database, whatever a person says', async () => {
  const stamped = await undone(engine, async (tx) => {
    await become(tx, 'sales')
    const { rows } = await tx.query<{ is_now: boolean }>(
      `insert into public.contacts (type, name, updated_at) values ('Person', 'Later', '2999-01-01')
       returning updated_at = now() as is_now`,
    )
    return rows
  })
  expect(stamped).toEqual([{ is_now: true }])
})

test('an order that does not exist is refused in words', async () => {
  expect(await tries(engine, 'sales', `select id from public.search_contacts(p_sort => 'secret')`)).toMatchObject({
    refused: '22023',
    because: 'Contacts cannot be sorted by this.',
  })
  expect(await tries(engine, 'sales', `select id from public.search_locations(p_sort => 'secret')`)).toMatchObject({
    refused: '22023',
  })
})

describe.each(locationCursors)('locations by %s', (sort) => {
  test.each([false, true])('every row is on one page, in order, and counted (down: %s)', async (down) => {
    const site = fc.record({
      label: fc.constantFrom('Kiosk', 'Żebbuġ', 'a'),
      city: words,
      client: fc.integer({ min: 1, max: 2 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(site, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (rows, limit) =>
        undone(engine, async (tx) => {
          await tx.query(
            `with clients as (
               insert into public.contacts (type, name, company) values ('Business', 'x', 'Ordered'), ('Business', 'x', 'Ordered Ltd')
               returning id, company)
             insert into public.locations (label, city, business_id)
             select given.label, given.city, clients.id
               from jsonb_to_recordset($1::jsonb) as given (label text, city text, client integer)
               join clients on (clients.company = 'Ordered') = (given.client = 1)`,
            [JSON.stringify(rows)],
          )
          await become(tx, 'sales')
          const page = async (after: { id: string; sort_value: string | null } | undefined, size: number) =>
            (
              await tx.query<{ id: string; sort_value: string | null }>(
                `select id, sort_value from public.search_locations('ordered', p_sort => $1, p_down => $2,
                   p_after_value => $3, p_after_id => $4::uuid, p_limit => $5)`,
                [sort, down, after?.sort_value ?? null, after?.id ?? null, size],
              )
            ).rows
          const whole = await page(undefined, 100)
          expect(whole).toHaveLength(rows.length)
          const paged: typeof whole = []
          for (let read = await page(undefined, limit); read.length > 0; read = await page(paged.at(-1), limit))
            paged.push(...read)
          expect(paged).toEqual(whole)
          const empties = whole.map(({ sort_value }) => sort_value === null)
          expect(empties).toEqual(empties.toSorted())
          const counted = await tx.query(`select public.count_locations('ordered') as count`)
          expect(counted.rows).toEqual([{ count: rows.length }])
        }),
      ),
      { numRuns: 8 },
    )
  })
})
