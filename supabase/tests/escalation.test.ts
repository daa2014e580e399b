import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageNames } from '../../src/shared/domain/people/permission.ts'
import { roles } from '../../src/shared/domain/people/role.ts'
import type { Engine, Queryable } from '../local/contracts.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { idOf, people, type Person } from './people.ts'
import { openGrantedWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openGrantedWorld()
})
afterAll(() => engine.close())

const climbers = ['pending', 'client', 'team_member', 'sales', 'accounts', 'account_manager'] as const
const everybody = Object.keys(people).filter((name): name is Person => name in people)
const person = fc.constantFrom(...everybody)
const role = fc.constantFrom(...roles)
const page = fc.constantFrom(...pageNames)
const managerRight = fc.constantFrom('manage_user_roles', 'manage_permissions', 'manage_time_tracking', 'view_brands')
const permissionOf = (name: string) => `(select id from public.permissions where name = '${name}')`

/** One API call that might raise a person's rights. */
const call = fc.oneof(
  fc
    .tuple(person, role)
    .map(([who, to]) => `insert into public.user_roles (user_id, role) values ('${idOf(who)}', '${to}')`),
  fc
    .tuple(person, role)
    .map(([who, to]) => `update public.user_roles set role = '${to}' where user_id = '${idOf(who)}'`),
  fc
    .tuple(person, person)
    .map(([who, to]) => `update public.user_roles set user_id = '${idOf(to)}' where user_id = '${idOf(who)}'`),
  person.map((who) => `delete from public.user_roles where user_id = '${idOf(who)}'`),
  fc.tuple(role, page).map(
    ([whose, name]) => `insert into public.page_permissions values ('${whose}', '${name}', true, true, true, true)
      on conflict (role, page_name) do update set can_view = true, can_create = true, can_edit = true, can_delete = true`,
  ),
  fc.tuple(role, page).map(
    ([
      whose,
      name,
    ]) => `update public.page_permissions set can_view = true, can_create = true, can_edit = true, can_delete = true
      where role = '${whose}' and page_name = '${name}'`,
  ),
  fc.tuple(role, role).map(([from, to]) => `update public.page_permissions set role = '${to}' where role = '${from}'`),
  fc
    .tuple(role, managerRight)
    .map(([whose, name]) => `insert into public.role_permissions values ('${whose}', ${permissionOf(name)})`),
  fc.tuple(role, role).map(([from, to]) => `update public.role_permissions set role = '${to}' where role = '${from}'`),
  fc
    .tuple(managerRight, managerRight)
    .map(([from, to]) => `update public.permissions set name = '${to}' where name = '${from}'`),
  fc.tuple(person, role).map(([who, to]) => `select public.approve_newcomer('${idOf(who)}', '${to}')`),
  person.map((who) => `select public.reject_newcomer('${idOf(who)}')`),
)

test(
  'T3: no walk of four calls raises the rights of whoever walks, whatever they manage',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...climbers),
        fc.subarray(['manage_user_roles', 'manage_permissions']),
        fc.array(call, { minLength: 1, maxLength: 4 }),
        async (climber, held, calls) => {
          const [before, after] = await undone(engine, async (tx) => {
            for (const name of held)
              await tx.exec(`insert into public.role_permissions
              select ur.role, p.id from public.user_roles ur, public.permissions p
               where ur.user_id = '${idOf(climber)}' and p.name = '${name}' on conflict do nothing`)
            const first = await rightsOf(tx, climber)
            for (const sql of calls) {
              await become(tx, climber)
              await attempt(tx, sql)
            }
            return [first, await rightsOf(tx, climber)]
          })
          expect(before).toEqual(after)
        },
      ),
      { numRuns: Number(process.env['WALKS'] ?? 100) },
    )
  },
)

/** All rights of a person: pages with their actions, and named permissions. */
async function rightsOf(tx: Queryable, who: Person): Promise<unknown> {
  await becomeOwner(tx)
  const { rows: names } = await tx.query<{ name: string }>('select name from public.permissions order by name')
  const known = names.map(({ name }) => `'${name}'`).join(', ')
  await become(tx, who)
  const { rows } = await tx.query(`select
    (select array_agg(page || ' ' || action order by page, action)
       from unnest(array[${pageNames.map((name) => `'${name}'`).join(', ')}]) as page,
            unnest(array['view', 'create', 'edit', 'delete']) as action where private.can(page, action)) as pages,
    (select array_agg(name order by name) from unnest(array[${known}]) as name where public.has_permission(name)) as named`)
  await becomeOwner(tx)
  return rows
}
