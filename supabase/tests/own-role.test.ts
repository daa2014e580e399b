import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../local/contracts.ts'
import { attempt, become, becomeOwner, refusal, tries, triesAll, undone, word } from './act.ts'
import { callerOf, idOf } from './people.ts'
import { grantEverything, openOwnWorld } from './world.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openOwnWorld()
  await grantEverything(engine)
})
afterAll(() => engine.close())

const me = idOf('newcomer')
const noRole = `delete from public.user_roles where user_id = '${me}'`

describe('T2: the role that an account gives itself', () => {
  test.each([
    ['a pending row is made', `insert into public.user_roles (user_id, role) values ('${me}', 'pending')`, 'done'],
    ['the defaults make a pending row', `insert into public.user_roles default values`, 'done'],
    ['an admin row is refused', `insert into public.user_roles (user_id, role) values ('${me}', 'admin')`, '42501'],
    ['a client row is refused', `insert into public.user_roles (user_id, role) values ('${me}', 'client')`, '42501'],
    [
      'a row for somebody else is refused',
      `insert into public.user_roles (user_id, role) values ('${idOf('visitor')}', 'pending')`,
      '42501',
    ],
    [
      'an upsert of a role is refused',
      `insert into public.user_roles (user_id, role) values ('${me}', 'admin') on conflict (user_id) do update set role = 'admin'`,
      '42501',
    ],
    ['an unknown role is refused', `insert into public.user_roles (user_id, role) values ('${me}', 'owner')`, '22P02'],
  ])('without a row: %s', async (_, sql, expected) => {
    expect(word(await tries(engine, 'newcomer', sql, noRole))).toBe(expected)
  })

  const pendingMe = idOf('pending')
  test.each([
    [
      'a second row is refused',
      `insert into public.user_roles (user_id, role) values ('${pendingMe}', 'pending')`,
      '23505',
    ],
    [
      'an upsert to admin is refused',
      `insert into public.user_roles (user_id, role) values ('${pendingMe}', 'pending') on conflict (user_id) do update set role = 'admin'`,
      '42501',
    ],
    ['the role stays', `update public.user_roles set role = 'admin' where user_id = '${pendingMe}'`, 'no row'],
    [
      'the key stays',
      `update public.user_roles set user_id = '${idOf('visitor')}' where user_id = '${pendingMe}'`,
      'no row',
    ],
    ['an update of every row finds none', `update public.user_roles set role = 'admin'`, 'no row'],
    ['the row cannot be removed', `delete from public.user_roles where user_id = '${pendingMe}'`, 'no row'],
  ])('with a pending row: %s', async (_, sql, expected) => {
    expect(word(await tries(engine, 'pending', sql))).toBe(expected)
  })

  test('delete and insert again changes nothing', async () => {
    const outcome = await triesAll(engine, 'pending', [
      `delete from public.user_roles where user_id = '${pendingMe}'`,
      `insert into public.user_roles (user_id, role) values ('${pendingMe}', 'pending')`,
    ])
    expect(word(outcome)).toBe('23505')
  })

  test('fifty first sign-ins at once make exactly one row of each', async () => {
    const bootstrap = () =>
      engine.asCaller(callerOf('newcomer'), async (tx) => {
        await tx.query(`insert into public.contacts (user_id, name, email, type, profile, created_at)
          values ('${me}', 'newcomer', 'newcomer@people.example', 'Person', 'pending_verification', now())`)
        await tx.query(`insert into public.user_roles (user_id, role) values ('${me}', 'pending')`)
      })
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => bootstrap().then(() => ({ rows: [], touched: 1 }), refusal)),
    )
    const counted = await engine.query(`select
      (select count(*)::int from public.user_roles where user_id = '${me}') as roles,
      (select count(*)::int from public.contacts where user_id = '${me}') as contacts`)
    await engine.exec(`${noRole}; delete from public.contacts where user_id = '${me}'`)
    expect(counted.rows).toEqual([{ roles: 1, contacts: 1 }])
    expect(new Set(outcomes.map(word))).toEqual(new Set(['done', '23505']))
  })
})

describe('who changes the roles of others', () => {
  const manager = `insert into public.role_permissions
    select 'sales', id from public.permissions where name = 'manage_user_roles' on conflict do nothing`

  test.each([
    [
      'promotes a newcomer',
      `update public.user_roles set role = 'team_member' where user_id = '${idOf('pending')}'`,
      'done',
    ],
    [
      'never makes an admin',
      `update public.user_roles set role = 'admin' where user_id = '${idOf('pending')}'`,
      '42501',
    ],
    [
      'never touches an admin',
      `update public.user_roles set role = 'pending' where user_id = '${idOf('admin')}'`,
      'no row',
    ],
    [
      'never touches the own role',
      `update public.user_roles set role = 'account_manager' where user_id = '${idOf('sales')}'`,
      'no row',
    ],
    [
      'never moves a row to another person',
      `update public.user_roles set user_id = '${me}' where user_id = '${idOf('pending')}'`,
      '42501',
    ],
    ['adds nobody', `insert into public.user_roles (user_id, role) values ('${me}', 'team_member')`, '42501'],
    ['removes nobody', `delete from public.user_roles where user_id = '${idOf('pending')}'`, 'no row'],
  ])('a holder of manage_user_roles: %s', async (_, sql, expected) => {
    expect(word(await tries(engine, 'sales', sql, manager))).toBe(expected)
  })

  test('an admin cannot demote himself', async () => {
    const outcome = await tries(
      engine,
      'admin',
      `update public.user_roles set role = 'sales' where user_id = '${idOf('admin')}'`,
    )
    expect(word(outcome)).toBe('no row')
  })

  test('the last admin stays, even when the one who removes him was just removed', async () => {
    const outcome = await undone(engine, async (tx) => {
      await become(tx, 'admin')
      await attempt(tx, `update public.user_roles set role = 'sales' where user_id = '${idOf('otherAdmin')}'`)
      await becomeOwner(tx)
      await tx.exec(`create policy careless on public.user_roles for update to authenticated using (true)`)
      await become(tx, 'otherAdmin')
      return attempt(tx, `update public.user_roles set role = 'sales' where user_id = '${idOf('admin')}'`)
    })
    expect(outcome).toEqual({ refused: '42501', because: 'The last admin cannot be removed' })
  })

  test('the role is copied to the contact, and only from there', async () => {
    const roles = await undone(engine, async (tx) => {
      await become(tx, 'admin')
      await attempt(tx, `update public.user_roles set role = 'accounts' where user_id = '${idOf('colleague')}'`)
      const { rows } = await tx.query(`select roles from public.contacts where user_id = '${idOf('colleague')}'`)
      return rows
    })
    expect(roles).toEqual([{ roles: ['accounts'] }])
  })

  test('every change leaves a line in the log with who did it', async () => {
    const lines = await undone(engine, async (tx) => {
      await become(tx, 'admin')
      await attempt(tx, `update public.user_roles set role = 'accounts' where user_id = '${idOf('colleague')}'`)
      await becomeOwner(tx)
      const { rows } = await tx.query(`select actor_id, table_name, action, changed from public.audit_logs
        where table_name = 'user_roles' order by id desc limit 1`)
      return rows
    })
    expect(lines).toEqual([
      {
        actor_id: idOf('admin'),
        table_name: 'user_roles',
        action: 'UPDATE',
        changed: { role: ['team_member', 'accounts'] },
      },
    ])
  })
})

describe('who changes the rights of other roles', () => {
  const manager = `insert into public.role_permissions
    select 'sales', id from public.permissions where name = 'manage_permissions' on conflict do nothing`
  const grant = (role: string) =>
    `update public.page_permissions set can_delete = true where role = '${role}' and page_name = 'tasks'`

  test.each([
    ['grants rights to another role', grant('accounts'), 'done'],
    ['never to the own role', grant('sales'), 'no row'],
    ['never to admins', grant('admin'), 'no row'],
    [
      'never moves rights to the own role',
      `update public.page_permissions set role = 'sales' where role = 'accounts'`,
      '42501',
    ],
    [
      'adds a row for another role',
      `insert into public.page_permissions (role, page_name) values ('accounts', 'api-test')`,
      'done',
    ],
    [
      'adds none for the own role',
      `insert into public.page_permissions (role, page_name) values ('sales', 'api-test')`,
      '42501',
    ],
    ['withdraws the rights of another role', `delete from public.page_permissions where role = 'accounts'`, 'done'],
    [
      'hands out no named right',
      `insert into public.role_permissions select 'accounts', id from public.permissions`,
      '42501',
    ],
  ])('a holder of manage_permissions %s', async (_, sql, expected) => {
    expect(word(await tries(engine, 'sales', sql, manager))).toBe(expected)
  })

  test('a page that does not exist has no rights', async () => {
    const sql = `insert into public.page_permissions (role, page_name) values ('accounts', 'moon')`
    expect(word(await tries(engine, 'admin', sql))).toBe('23514')
  })
})
