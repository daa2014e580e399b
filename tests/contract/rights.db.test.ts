import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  can,
  hasPermission,
  type PageAction,
  pageNames,
  type PermissionName,
  type PagePermission,
  type Rights,
} from '../../src/shared/domain/people/permission.ts'
import { type Role, roles } from '../../src/shared/domain/people/role.ts'
import type { Caller, Engine } from '../../supabase/local/contracts.ts'
import { openTestDatabase } from '../../supabase/local/testing/test-database.ts'
import { addPerson } from './person.ts'

const actions: PageAction[] = ['view', 'create', 'edit', 'delete']
const actors: (Role | null)[] = [null, ...roles]
const questions = pageNames.flatMap((page) => actions.map((action) => ({ page, action })))

let engine: Engine
const callers = new Map<Role | null, Caller>()

beforeAll(async () => {
  engine = await openTestDatabase()
  for (const role of actors) callers.set(role, await addPerson(engine, role))
})
afterAll(() => engine.close())

const callerOf = (role: Role | null): Caller => {
  const caller = callers.get(role)
  if (!caller) throw new Error(`Nobody is ${role}`)
  return caller
}

const askAs = <Row>(role: Role | null, sql: string, parameters: readonly unknown[] = []) =>
  engine.asCaller(callerOf(role), async (tx) => (await tx.query<Row>(sql, parameters)).rows)

/** The rights that the browser reads: through the policies, as that person. */
async function readRights(role: Role | null): Promise<Rights> {
  const pages = await askAs<PagePermission>(
    role,
    'select page_name, can_view, can_create, can_edit, can_delete from public.page_permissions where role::text = $1',
    [role],
  )
  const named = await askAs<{ name: string }>(
    role,
    `select p.name from public.role_permissions r join public.permissions p on p.id = r.permission_id
      where r.role::text = $1`,
    [role],
  )
  return { role, pages, named: named.map(({ name }) => name) }
}

/** The same in one request. */
async function readRightsAtOnce(role: Role | null): Promise<unknown> {
  const [row] = await askAs<{ rights: unknown }>(role, 'select public.my_rights() as rights')
  return row?.rights
}

async function decidedByDatabase(role: Role | null): Promise<Record<string, boolean>> {
  const rows = await askAs<{ question: string; allowed: boolean }>(
    role,
    `select page || ' ' || action as question, private.can(page, action) as allowed
       from unnest($1::text[], $2::text[]) as asked (page, action)`,
    [questions.map(({ page }) => page), questions.map(({ action }) => action)],
  )
  return Object.fromEntries(rows.map(({ question, allowed }) => [question, allowed]))
}

const decidedByBrowser = (rights: Rights): Record<string, boolean> =>
  Object.fromEntries(questions.map(({ page, action }) => [`${page} ${action}`, can(rights, page, action)]))

describe('the words are the same', () => {
  test('roles', async () => {
    const { rows } = await engine.query<{ roles: string[] }>(
      `select array_agg(enumlabel::text order by enumsortorder) as roles from pg_enum
        where enumtypid = 'public.app_role'::regtype`,
    )
    expect(rows[0]?.roles).toEqual(roles)
  })

  test('pages', async () => {
    const { rows } = await engine.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'page_permissions_known_page'`,
    )
    const known = [...(rows[0]?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, page]) => page)
    expect(known).toEqual(pageNames)
  })
})

/** Every combination of the four flags falls on some page of every role, pending people and clients included. */
const scatteredRights = `
  delete from public.page_permissions;
  insert into public.page_permissions (role, page_name, can_view, can_create, can_edit, can_delete)
    select role, page, flags & 1 > 0, flags & 2 > 0, flags & 4 > 0, flags & 8 > 0
      from unnest(enum_range(null::public.app_role)) with ordinality as r (role, r)
      cross join unnest(array['${pageNames.join("','")}']) with ordinality as p (page, p)
      cross join lateral (select ((r * 5 + p * 7) % 16)::int) as picked (flags)`

describe.each([
  ['with the rights of the first day', 'select'],
  ['with every combination of rights', scatteredRights],
  ['with no rights at all', 'delete from public.page_permissions'],
])('%s, browser and database decide alike', (_, given) => {
  beforeAll(() => engine.exec(given))

  test.each(actors)('for %s on every page and action', async (role) => {
    expect(decidedByBrowser(await readRights(role))).toEqual(await decidedByDatabase(role))
  })

  test.each(actors)('for %s one request tells what the reads of the specification tell', async (role) => {
    const { pages, named } = await readRights(role)
    expect(await readRightsAtOnce(role)).toEqual({
      role,
      pages: pages.filter(({ can_view }) => can_view).toSorted((a, b) => (a.page_name < b.page_name ? -1 : 1)),
      named: named.toSorted(),
      // Nobody here has a second factor, and no company asks for one.
      second_factor: null,
    })
  })
})

describe('the rights of the first day', () => {
  test('tell the staff roles apart, and give newcomers and clients nothing', async () => {
    const fresh = await openTestDatabase()
    const { rows } = await fresh.query<{ role: string; views: number }>(
      `select role::text, count(*) filter (where can_view)::int as views from public.page_permissions
        group by role order by role::text`,
    )
    await fresh.close()
    expect(rows).toEqual([
      { role: 'account_manager', views: 19 },
      { role: 'accounts', views: 17 },
      { role: 'admin', views: 20 },
      { role: 'sales', views: 17 },
      { role: 'team_member', views: 12 },
    ])
  })
})

/** `manage_brands` implies the other four; every other permission is its own. */
const everyOtherName = `
  delete from public.role_permissions;
  insert into public.role_permissions (role, permission_id)
    select role, p.id from (select id, name, row_number() over (order by name) as n from public.permissions) as p
      cross join unnest(enum_range(null::public.app_role)) with ordinality as r (role, r)
     where (p.n + r) % 2 = 0 and p.name not like '%\\_brands' or p.name = 'manage_brands'`

describe.each([
  ['with the named permissions of the first day', 'select'],
  ['with every other named permission, and manage_brands alone of brands', everyOtherName],
])('%s, has_permission agrees', (_, given) => {
  beforeAll(() => engine.exec(given))

  test.each(actors)('for %s', async (role) => {
    const { rows } = await engine.query<{ name: string }>('select name from public.permissions order by name')
    // A name that only the database can be asked about: in the browser it does not compile.
    const names = [...rows.map(({ name }) => name), 'fly'] as PermissionName[]
    const rights = await readRights(role)
    const decided = await askAs<{ name: string; allowed: boolean }>(
      role,
      'select name, public.has_permission(name) as allowed from unnest($1::text[]) as asked (name)',
      [names],
    )
    expect(names.map((name) => ({ name, allowed: hasPermission(rights, name) }))).toEqual(decided)
  })
})
