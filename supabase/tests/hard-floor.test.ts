import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { tries } from './act.ts'
import { publicTables } from './catalogue.ts'
import { idOf, type Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

/** The visible rows of every table for a person, as `table: rows`. A refusal counts as none. */
async function seenBy(person: Person): Promise<Record<string, number>> {
  const seen: Record<string, number> = {}
  for (const table of await publicTables(engine)) {
    const outcome = await tries(engine, person, `select 1 from ${table}`)
    if ('refused' in outcome) expect(outcome.refused).toBe('42501')
    else if (outcome.rows.length > 0) seen[table.replace('public.', '')] = outcome.rows.length
  }
  return seen
}

test('T1: a visitor sees the metadata of the site, of all tables there are', async () => {
  expect(await seenBy('visitor')).toEqual({ website_metadata_settings: 14 })
})

test('T1: a pending person with every right on paper sees only their own rows', async () => {
  expect(await seenBy('pending')).toEqual({
    website_metadata_settings: 14,
    user_roles: 1,
    contacts: 1,
    page_permissions: 20,
  })
})

test('T1: a client with every right on paper reads only their own rows, and no paper by its table', async () => {
  expect(await seenBy('client')).toEqual({
    website_metadata_settings: 14,
    user_roles: 1,
    page_permissions: 20,
  })
})

test('an account without a role sees only what a visitor sees', async () => {
  expect(await seenBy('newcomer')).toEqual({ website_metadata_settings: 14 })
})

test('T31: a demoted person is denied in the next statement of the same session', async () => {
  const sees = `select count(*)::int as quotations from public.quotations`
  const before = await tries(engine, 'sales', sees)
  const after = await tries(
    engine,
    'sales',
    sees,
    `update public.user_roles set role = 'pending' where user_id = '${idOf('sales')}'`,
  )
  expect([before, after]).toEqual([
    { rows: [{ quotations: 3 }], touched: 1 },
    { rows: [{ quotations: 0 }], touched: 1 },
  ])
})

test.each(['create', 'edit', 'delete'])('a right to %s without the view of the page opens nothing', async (action) => {
  const asks = `select private.can('quotations', '${action}') as may`
  const given = (canView: boolean) => `update public.page_permissions
    set can_view = ${canView}, can_create = true, can_edit = true, can_delete = true
    where role = 'sales' and page_name = 'quotations'`
  expect([
    await tries(engine, 'sales', asks, given(true)),
    await tries(engine, 'sales', asks, given(false)),
    await tries(engine, 'admin', asks, `delete from public.page_permissions where role = 'admin'`),
  ]).toEqual([true, false, true].map((may) => ({ rows: [{ may }], touched: 1 })))
})

test('has_permission answers by role, and nothing but no below the floor', async () => {
  const asked = `select public.has_permission('manage_time_tracking') as time, public.has_permission('edit_brands') as brands,
    public.has_permission('no_such_right') as unknown`
  const answers: Record<string, unknown> = {}
  for (const person of ['pending', 'client', 'newcomer', 'team_member', 'account_manager', 'admin'] as const) {
    const outcome = await tries(engine, person, asked)
    answers[person] = 'refused' in outcome ? outcome.refused : outcome.rows[0]
  }
  const none = { time: false, brands: false, unknown: false }
  expect(answers).toEqual({
    pending: none,
    client: none,
    newcomer: none,
    team_member: none,
    account_manager: { time: true, brands: true, unknown: false },
    admin: { time: true, brands: true, unknown: true },
  })
})

test('manage_brands alone holds the four other rights of brands (spec 2 §6)', async () => {
  const outcome = await tries(
    engine,
    'sales',
    `select array_agg(verb order by verb) as held from unnest(array['view', 'create', 'edit', 'delete', 'manage']) as verb
      where public.has_permission(verb || '_brands')`,
    `delete from public.role_permissions where role = 'sales';
     insert into public.role_permissions select 'sales', id from public.permissions where name = 'manage_brands'`,
  )
  expect(outcome).toEqual({ rows: [{ held: ['create', 'delete', 'edit', 'manage', 'view'] }], touched: 1 })
})

test('a visitor cannot ask for rights', async () => {
  expect(await tries(engine, 'visitor', `select public.has_permission('view_brands')`)).toMatchObject({
    refused: '42501',
  })
})
