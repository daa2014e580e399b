import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone, word } from './act.ts'
import { idOf } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine
beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

const newTable = `
  create table public.gadgets (
    id uuid primary key default gen_random_uuid(), name text, price numeric, due_on date, tags text[], owner_id uuid,
    public_uuid uuid default gen_random_uuid(), row_version integer not null default 1,
    created_by uuid default auth.uid(), created_at timestamptz not null default now(),
    updated_at timestamptz not null default now());
  call private.borrow_rules('public.gadgets', p_rights => 'select, insert, update', p_pinned => '{name}', p_audited => true,
    p_pages => '{jobs,orders}', p_person => 'owner_id', p_document => 'public_uuid');
  create policy "staff keep gadgets" on public.gadgets for all to authenticated
    using ((select private.is_staff())) with check ((select private.is_staff()));`

const withGadgets = <Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> =>
  undone(engine, async (tx) => {
    await tx.exec(newTable)
    await become(tx, 'sales')
    return work(tx)
  })

const words = async (tx: Queryable, ...statements: string[]) => {
  const outcomes: string[] = []
  for (const sql of statements) outcomes.push(word(await attempt(tx, sql)))
  return outcomes
}

test('a row is stamped with its person, its moment and its first version', async () => {
  const row = await withGadgets(async (tx) => {
    await tx.query(`insert into public.gadgets (name, created_at, row_version) values ('A', '2001-01-01', 77)`)
    await tx.query(`update public.gadgets set price = 2, row_version = 900, updated_at = '2001-01-01'`)
    const { rows } = await tx.query(
      `select created_by, created_at = now() as made_now, updated_at = now() as changed_now, row_version from public.gadgets`,
    )
    return rows[0]
  })
  expect(row).toEqual({ created_by: idOf('sales'), made_now: true, changed_now: true, row_version: 2 })
})

test('nobody adds a row in the name of another person, changes what is pinned, or deletes without the right', async () => {
  const outcomes = await withGadgets((tx) =>
    words(
      tx,
      `insert into public.gadgets (name) values ('A')`,
      `insert into public.gadgets (name, created_by) values ('B', '${idOf('admin')}')`,
      `insert into public.gadgets (name, created_by) values ('B', null)`,
      `update public.gadgets set name = 'C'`,
      `update public.gadgets set created_by = '${idOf('admin')}'`,
      `update public.gadgets set created_at = '2001-01-01'`,
      `update public.gadgets set id = gen_random_uuid()`,
      `delete from public.gadgets`,
    ),
  )
  expect(outcomes).toEqual(['done', ...Array.from({ length: 7 }, () => '42501')])
})

test('values that harm others are refused', async () => {
  const outcomes = await withGadgets((tx) =>
    words(
      tx,
      `insert into public.gadgets (due_on) values ('infinity')`,
      `insert into public.gadgets (due_on) values ('1650-01-01')`,
      `insert into public.gadgets (price) values ('NaN')`,
      `insert into public.gadgets (price) values ('Infinity')`,
      `insert into public.gadgets (tags) values ('{{a},{b}}')`,
      `insert into public.gadgets (due_on, price, tags) values ('2026-01-01', -1.5, '{a,b}')`,
    ),
  )
  expect(outcomes).toEqual(['23514', '23514', '23514', '23514', '23514', 'done'])
})

test('a change is in the audit trail, and its topics hear of it', async () => {
  const heard = await withGadgets(async (tx) => {
    await tx.query(`insert into public.gadgets (name, owner_id) values ('A', '${idOf('accounts')}')`)
    await becomeOwner(tx)
    const { rows } = await tx.query<{ topic: string }>(
      `select regexp_replace(topic, '^doc:.*', 'doc') as topic from realtime.messages
        where payload ->> 'table' = 'gadgets' order by 1`,
    )
    const { rows: trail } = await tx.query(
      `select action, actor_id from public.audit_logs where table_name = 'gadgets'`,
    )
    return { topics: rows.map(({ topic }) => topic), trail }
  })
  expect(heard).toEqual({
    topics: ['doc', 'page:jobs', 'page:orders', `user:${idOf('accounts')}`],
    trail: [{ action: 'INSERT', actor_id: idOf('sales') }],
  })
})

test('visitors may not even ask', async () => {
  const outcome = await withGadgets(async (tx) => {
    await become(tx, 'visitor')
    return words(tx, 'select from public.gadgets')
  })
  expect(outcome).toEqual(['42501'])
})

test('the rules refuse to pin a column that the table does not have', async () => {
  const outcome = await undone(engine, async (tx) => {
    await tx.exec('create table public.gadgets (id int primary key)')
    return word(await attempt(tx, `call private.borrow_rules('public.gadgets', p_pinned => '{nmae}')`))
  })
  expect(outcome).toBe('42703')
})
