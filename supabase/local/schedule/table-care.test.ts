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
