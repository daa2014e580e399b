import { expect, test } from 'vitest'
import { openPglite } from '../engine/pglite-engine.ts'
import { careForTables } from './table-care.ts'

test('a table that was written to much is cleaned and counted once; a few rows are left until there are more', async () => {
  const engine = await openPglite()
  const pages = async () => {
    const { rows } = await engine.query<{ size: number }>(`select pg_relation_size('"Work done"')::int as size`)
    return rows[0]?.size ?? 0
  }
  const counted = async () =>
    (await engine.query(`select reltuples::int as rows from pg_class where relname = 'Work done'`)).rows
  const rewrite = () => engine.exec(`update "Work done" set note = note || '.'`)
  await engine.exec(`create table "Work done" (id int primary key, note text);
    insert into "Work done" select id, 'a note' from generate_series(1, 1000) as id`)
  await rewrite()

  expect(await careForTables(engine)).toContain('public."Work done"')
  expect(await counted()).toEqual([{ rows: 1000 }])
  // The care's own writes settle: a database without other writes is left alone.
  await careForTables(engine)
  expect(await careForTables(engine)).toEqual([])

  // Dead rows make room for new ones. Without that, five rewrites would triple the size.
  const size = await pages()
  for (let n = 0; n < 5; n += 1) {
    await rewrite()
    await careForTables(engine)
  }
  expect(await pages()).toBeLessThan(2 * size)

  await engine.exec(`update "Work done" set note = 'one' where id = 1`)
  expect(await careForTables(engine)).toEqual([])
  await engine.close()
})

test('a plan that was kept while a table was small is made anew when there are many rows', async () => {
  const engine = await openPglite()
  await engine.exec(`create table items (id int primary key, kind text); create index on items (kind);
    insert into items select id, 'kind ' || id from generate_series(1, 30) as id; analyze items;
    set plan_cache_mode = force_generic_plan; prepare of_kind (text) as select id from items where kind = $1`)
  const plan = async () =>
    (await engine.query<Record<string, string>>(`explain execute of_kind('kind 7')`)).rows
      .map((row) => row['QUERY PLAN'])
      .join(' ')
  expect(await plan()).toMatch(/Seq Scan/)
  await engine.exec(`insert into items select id, 'kind ' || id from generate_series(31, 20000) as id`)
  // The session keeps the plan: nothing told it of the rows.
  expect(await plan()).toMatch(/Seq Scan/)
  expect(await careForTables(engine)).toContain('public.items')
  expect(await plan()).toMatch(/Index/)
  await engine.close()
})
