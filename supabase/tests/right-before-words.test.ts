import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { triesEach, tries, undone } from './act.ts'
import { makePapers } from './cases/links.ts'
import { idOf } from './people.ts'
import { openWorld } from './world.ts'

// BEFORE triggers run before a table's policy. Their messages must not reveal what the policy hides.

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
  await engine.transaction(makePapers)
  await engine.exec(`
    insert into public.absences (user_id, starts_on, ends_on, status)
      values ('${idOf('sales')}', '2026-12-01', '2026-12-05', 'approved');
    insert into public.inventory_items (id, sku, name, form, buy_unit, sell_unit)
      values ('59000000-0000-4000-a000-000000000001', 'S-1', 'ACM', 'piece', 'piece', 'piece')`)
})
afterAll(() => engine.close())

/** A newcomer creates their own contact and the role "pending", and a client edits the own contact. */
const writtenByAnybody = ['contacts', 'user_roles']

type Column = { name: string; type: string; is_array: boolean; target: string | null; allowed: string | null }
type Table = { name: string; columns: Column[] }

const readTables = async (): Promise<Table[]> => {
  const { rows } = await engine.query<{ found: Table }>(`
    select jsonb_build_object('name', c.relname, 'columns', jsonb_agg(jsonb_build_object('name', a.attname,
             'type', format_type(a.atttypid, null), 'is_array', format_type(a.atttypid, null) like '%[]',
             'target', (select f.confrelid::regclass::text from pg_constraint f
                         where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] and f.confkey = array[1::smallint] limit 1),
             'allowed', (select substring(pg_get_constraintdef(k.oid) from '''([^'']+)''::text') from pg_constraint k
                          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1))
             order by a.attnum)) as found
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     group by c.oid order by c.relname`)
  return rows.map(({ found }) => found)
}

const plain: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `'x'`,
  integer: '1',
  bigint: '1',
  smallint: '1',
  numeric: '1',
  boolean: 'true',
  date: `'2026-12-02'`,
  'timestamp with time zone': `'2026-12-02 09:00+00'`,
  'time without time zone': `'09:00'`,
  jsonb: `'{}'`,
  app_role: `'client'`,
  'double precision': '1',
  inet: `'127.0.0.1'`,
}

/** A valid value: for a reference the id of another person's row. */
const fitting = ({ type, is_array, target, allowed }: Column, ids: ReadonlyMap<string, string>): string => {
  if (target === 'auth.users') return `'${idOf('sales')}'`
  const id = target === null ? undefined : ids.get(target)
  if (id !== undefined) return `'${id}'`
  if (type === 'text' && allowed) return `'${allowed}'`
  return is_array ? `'{}'` : (plain[type] ?? 'null')
}

describe.each(['newcomer', 'pending', 'client'] as const)('what %s writes', (person) => {
  test('is answered by a refusal and by nothing else, in every table that is not theirs', async () => {
    const tables = (await readTables()).filter(({ name }) => !writtenByAnybody.includes(name))
    expect(tables.length).toBeGreaterThan(100)
    const ids = new Map<string, string>()
    for (const { name, columns } of tables.concat({
      name: 'contacts',
      columns: [{ name: 'id', type: 'uuid', is_array: false, target: null, allowed: null }],
    })) {
      if (!columns.some((column) => column.name === 'id' && column.type === 'uuid')) continue
      const { rows } = await engine.query<{ id: string }>(`select id from public.${name} order by id desc limit 1`)
      if (rows[0]) ids.set(name, rows[0].id)
    }
    const told: string[] = []
    for (const { name, columns } of tables) {
      const names = columns.map((column) => `"${column.name}"`).join(', ')
      const values = columns.map((column) => fitting(column, ids)).join(', ')
      const some = columns.filter((column) => column.target !== null || column.type === 'text')
      const statements = [
        `insert into public.${name} default values`,
        `insert into public.${name} (${names}) values (${values})`,
        ...(some.length === 0
          ? []
          : [
              `insert into public.${name} (${some.map((column) => `"${column.name}"`).join(', ')})
                values (${some.map((column) => fitting(column, ids)).join(', ')})`,
            ]),
        ...columns.map((column) => `update public.${name} set "${column.name}" = ${fitting(column, ids)}`),
        `delete from public.${name}`,
      ]
      const outcomes = await undone(engine, (tx) => triesEach(tx, person, statements))
      outcomes.forEach((outcome, at) => {
        const isRefused =
          'refused' in outcome &&
          outcome.refused === '42501' &&
          /^(permission denied|new row violates)/.test(outcome.because)
        const isNoRow = !('refused' in outcome) && outcome.touched === 0
        if (!isRefused && !isNoRow)
          told.push(
            `${statements[at]?.slice(0, 200)}: ${'refused' in outcome ? `${outcome.refused} ${outcome.because}` : 'done'}`,
          )
      })
    }
    expect(told).toEqual([])
  })
})

test.each([
  [
    'team_member',
    'shifts',
    `insert into public.shifts (user_id, starts_at, ends_at) values
    ('${idOf('sales')}', '2026-12-02 08:00+00', '2026-12-02 16:00+00')`,
    `delete from public.role_permissions where role = 'team_member'`,
  ],
  [
    'sales',
    'recurring_payments',
    `insert into public.recurring_payments (direction, starts_on) values ('out', '2026-12-01')`,
    `update public.page_permissions set can_create = false where role = 'sales' and page_name = 'payments'`,
  ],
] as const)('staff without the right hear no more: %s of %s', async (person, table, sql, given) => {
  expect(await tries(engine, person, sql, given)).toEqual({
    refused: '42501',
    because: `new row violates row-level security policy for table "${table}"`,
  })
})
