import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { undone } from './act.ts'
import { caseOf, lettersOf } from './letters.ts'
import { cellsOf, permissionMatrix } from './permission-matrix.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

describe.each(['with the grants of the migrations', 'with every table granted to everybody'])('%s', (grants) => {
  beforeAll(async () => {
    if (grants === 'with every table granted to everybody')
      await engine.exec('grant all on all tables in schema public, storage to anon, authenticated')
  })

  const lines = Object.entries(permissionMatrix).flatMap(([table, rows]) =>
    Object.entries<string>(rows).map(([whose, line]) => ({ table, whose, line })),
  )
  test.each(lines)('$table, $whose', async ({ table, whose, line }) => {
    const found = await undone(engine, (tx) => lettersOf(tx, table, caseOf(table, whose)))
    expect(found).toEqual(cellsOf(line))
  })
})

test('a table whose policies ask whose a row is has a line for a row of somebody else', async () => {
  const { rows } = await engine.query<{ table: string }>(
    `select distinct format('public.%s', c.relname) as table from pg_policy p join pg_class c on c.oid = p.polrelid
      where c.relnamespace = 'public'::regnamespace and p.polcmd <> 'a' and pg_get_expr(p.polqual, p.polrelid) like '%auth.uid()%'`,
  )
  const lines = new Map<string, object>(Object.entries(permissionMatrix))
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.map(({ table }) => table).filter((table) => Object.keys(lines.get(table) ?? {}).length < 2)).toEqual([])
})
