import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { actAs } from '../local/engine/caller-settings.ts'
import { attempt, type Outcome, undone } from './act.ts'
import { callerOf, idOf, type Person } from './people.ts'
import { openWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openWorld()
})
afterAll(() => engine.close())

type Level = 'aal1' | 'aal2'

async function becomeAt(tx: Queryable, person: Person, aal: Level): Promise<void> {
  const caller = callerOf(person)
  await actAs(tx, { ...caller, claims: caller.claims && { ...caller.claims, aal } })
}

const require = (whom: string) => `update public.sign_in_settings set second_factor_for = '${whom}'`
const enrol = (person: Person) =>
  `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret)
     values (gen_random_uuid(), '${idOf(person)}', 'Phone', 'totp', 'verified', 'x')`

/** One statement of a person whose session has that level, after `given`; everything is undone. */
const tries = (person: Person, aal: Level, sql: string, given = ''): Promise<Outcome> =>
  undone(engine, async (tx) => {
    await tx.exec(given)
    await becomeAt(tx, person, aal)
    return attempt(tx, sql)
  })

const wanted = async (person: Person, aal: Level, given: string) => {
  const outcome = await tries(person, aal, `select public.my_rights() as rights`, given)
  return 'refused' in outcome ? outcome : outcome.rows[0]?.['rights']
}

describe('whom the company asks for a second factor', () => {
  const staff: Person[] = ['team_member', 'sales', 'accounts', 'account_manager', 'admin']
  test.each([
    ['nobody', []],
    ['admins_and_accounts', ['accounts', 'admin']],
    ['all_staff', staff],
  ] as const)('%s', async (whom, asked) => {
    for (const person of [...staff, 'pending', 'client'] as const) {
      const isAsked = (asked as readonly string[]).includes(person)
      expect([person, await wanted(person, 'aal1', require(whom))]).toEqual([
        person,
        expect.objectContaining(
          isAsked
            ? { second_factor: 'enrol', role: 'pending', pages: [], named: [] }
            : { second_factor: null, role: person },
        ),
      ])
      expect(await wanted(person, 'aal2', require(whom))).toMatchObject({ second_factor: null, role: person })
    }
  })

  test('an account that has a second factor is asked for its code, whatever the company says', async () => {
    expect(await wanted('sales', 'aal1', enrol('sales'))).toMatchObject({ second_factor: 'code', role: 'pending' })
    expect(await wanted('client', 'aal1', enrol('client'))).toMatchObject({ second_factor: 'code', role: 'pending' })
    expect(await wanted('sales', 'aal2', enrol('sales'))).toMatchObject({ second_factor: null, role: 'sales' })
    expect(await wanted('team_member', 'aal1', enrol('sales'))).toMatchObject({ second_factor: null })
  })

  test('a factor whose first code was never typed counts for nothing', async () => {
    const begun = enrol('sales').replace("'verified'", "'unverified'")
    expect(await wanted('sales', 'aal1', begun)).toMatchObject({ second_factor: null, role: 'sales' })
    expect(await wanted('admin', 'aal1', `${require('all_staff')}; ${begun}`)).toMatchObject({ second_factor: 'enrol' })
  })
})

describe('a session that waits for its second factor', () => {
  /** What a visitor reads as well, and the own role: the app asks for it before anything else. */
  const open = ['public.website_metadata_settings', 'public.user_roles']

  test('reads and writes no row of any table, though it is an admin’s', async () => {
    const { rows: tables } = await engine.query<{ name: string; column: string }>(
      `select format('%I.%I', n.nspname, c.relname) as name, quote_ident((select a.attname from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum limit 1)) as column
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and (n.nspname = 'public' or c.oid = 'storage.objects'::regclass)
          and (has_table_privilege('authenticated', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))
        order by 1`,
    )
    const found = await undone(engine, async (tx) => {
      await tx.exec(require('all_staff'))
      await becomeAt(tx, 'admin', 'aal1')
      const read: string[] = []
      for (const { name } of tables) {
        const outcome = await attempt(tx, `select from ${name} limit 1`)
        if ('refused' in outcome || outcome.touched > 0) read.push(name)
        const gone = await attempt(tx, `delete from ${name}`)
        if (!('refused' in gone) && gone.touched > 0) read.push(`delete ${name}`)
      }
      return read
    })
    expect(tables.length).toBeGreaterThan(100)
    expect(found.sort()).toEqual(open.sort())
  })

  test('adds nothing, and not even a row of its own', async () => {
    const add = `insert into public.tasks (title) values ('Steal the van')`
    expect(await tries('admin', 'aal2', add, require('all_staff'))).toMatchObject({ touched: 1 })
    expect(await tries('admin', 'aal1', add, require('all_staff'))).toMatchObject({ refused: '42501' })
    const view = `insert into public.saved_views (list, name, query) values ('contacts', 'Suppliers', 'type=supplier')`
    expect(await tries('sales', 'aal1', view)).toMatchObject({ touched: 1 })
    expect(await tries('sales', 'aal1', view, enrol('sales'))).toMatchObject({ refused: '42501' })
  })

  test('does nothing by a function either', async () => {
    for (const [call, answer] of [
      [`select * from public.list_accounts()`, { rows: [] }],
      [`select public.has_permission('manage_user_roles') as may`, { rows: [{ may: false }] }],
      [`select public.remove_second_factor('${idOf('sales')}')`, { refused: '42501' }],
      [
        `select public.save_my_profile('Mallory', null, null)`,
        { because: 'Please enter the code of your second factor first' },
      ],
    ] as const)
      expect([call, await tries('admin', 'aal1', call, require('all_staff'))]).toEqual([
        call,
        expect.objectContaining(answer),
      ])
  })

  test('costs one question a statement, not one a row', async () => {
    const plan = await undone(engine, async (tx) => {
      await becomeAt(tx, 'admin', 'aal2')
      const { rows } = await tx.query<{ 'QUERY PLAN': string }>('explain (costs off) select id from public.contacts')
      return rows.map((row) => row['QUERY PLAN'])
    })
    expect(plan.filter((line) => /session_is_sure/.test(line))).toEqual([])
    expect(plan.join('\n')).toContain('InitPlan')
  })
})

describe('the rule of the company', () => {
  test('is changed by an admin who signed in with a second factor', async () => {
    expect(await tries('admin', 'aal1', require('all_staff'))).toMatchObject({
      refused: 'PT409',
      because: 'Add a second factor to your own account first. Without it this change would lock you out.',
    })
    expect(await tries('admin', 'aal2', require('all_staff'))).toMatchObject({ touched: 1 })
    expect(await tries('accounts', 'aal2', require('all_staff'))).toMatchObject({ touched: 0 })
  })

  test('and its change is written down', async () => {
    const { rows } = (await undone(engine, async (tx) => {
      await becomeAt(tx, 'admin', 'aal2')
      await tx.exec(require('all_staff'))
      return attempt(
        tx,
        `select action, changed from public.audit_logs where table_name = 'sign_in_settings' order by id desc limit 1`,
      )
    })) as { rows: unknown[] }
    expect(rows).toEqual([{ action: 'UPDATE', changed: { second_factor_for: ['nobody', 'all_staff'] } }])
  })
})

describe('a lost device', () => {
  const session = `insert into auth.sessions (id, user_id) values (gen_random_uuid(), '${idOf('sales')}')`
  const remove = `select public.remove_second_factor('${idOf('sales')}')`

  test('an admin removes the second factor of a colleague, who is signed out and told', async () => {
    const after = await undone(engine, async (tx) => {
      await tx.exec(`${enrol('sales')}; ${session}`)
      await becomeAt(tx, 'admin', 'aal2')
      const removed = await attempt(tx, remove)
      const again = await attempt(tx, remove)
      await tx.query(`select set_config('role', 'none', true)`)
      const { rows } = await tx.query(
        `select (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
                (select count(*)::int from auth.sessions where user_id = $1) as sessions,
                (select action from public.audit_logs where record_id = $1::text order by id desc limit 1) as written,
                (select title from public.notifications where user_id = $1 order by created_at desc, id limit 1) as told`,
        [idOf('sales')],
      )
      return { removed, again, rows }
    })
    expect(after.removed).toMatchObject({ touched: 1 })
    expect(after.again).toMatchObject({ because: 'This account has no second factor any more.' })
    expect(after.rows).toEqual([
      { factors: 0, sessions: 0, written: 'second_factor_removed', told: 'Your second factor was removed' },
    ])
  })

  test('nobody else does, and nobody their own', async () => {
    expect(await tries('sales', 'aal2', remove, enrol('sales'))).toMatchObject({ refused: '42501' })
    expect(await tries('account_manager', 'aal2', remove, enrol('sales'))).toMatchObject({ refused: '42501' })
    expect(
      await tries('admin', 'aal2', `select public.remove_second_factor('${idOf('admin')}')`, enrol('admin')),
    ).toMatchObject({ because: 'Your own second factor is removed at your profile.' })
  })

  test('the owner of the database removes that of the only admin', async () => {
    const outcome = await undone(engine, async (tx) => {
      await tx.exec(enrol('admin'))
      return attempt(tx, `select private.remove_second_factor_of(' Admin@People.example ') as done`)
    })
    expect(outcome).toMatchObject({ rows: [{ done: 'Second factors of admin@people.example that were removed: 1' }] })
  })
})
