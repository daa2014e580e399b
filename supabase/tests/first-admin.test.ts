import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Engine, Queryable } from '../local/contracts.ts'
import { openTestDatabase } from '../local/testing/test-database.ts'
import { attempt, become, becomeOwner, undone } from './act.ts'
import { emailOf, idOf, type Person } from './people.ts'

let engine: Engine

beforeAll(async () => {
  engine = await openTestDatabase()
})
afterAll(() => engine.close())

const account = (person: Person, confirmed: string) => `insert into auth.users (id, email, email_confirmed_at)
  values ('${idOf(person)}', '${emailOf(person)}', ${confirmed})`
const name = (person: Person) => `select private.name_first_admin(' ${emailOf(person).toUpperCase()} ') as named`
const register = (person: Person) =>
  `insert into public.user_roles (user_id, role) values ('${idOf(person)}', 'pending')`

async function rolesAfter(steps: (tx: Queryable) => Promise<void>): Promise<unknown> {
  return undone(engine, async (tx) => {
    await steps(tx)
    await becomeOwner(tx)
    return (await tx.query(`select user_id, role::text from public.user_roles order by user_id`)).rows
  })
}

async function signsUp(tx: Queryable, person: Person): Promise<void> {
  await become(tx, person)
  await attempt(tx, register(person))
  await becomeOwner(tx)
}

test('nobody becomes admin by being the first', async () => {
  const roles = await rolesAfter(async (tx) => {
    await tx.exec(account('sales', 'now()'))
    await signsUp(tx, 'sales')
  })
  expect(roles).toEqual([{ user_id: idOf('sales'), role: 'pending' }])
})

test('whoever holds the named, confirmed address becomes admin at the first sign-in; the next one does not', async () => {
  const roles = await rolesAfter(async (tx) => {
    await tx.exec(`${account('sales', 'now()')}; ${account('accounts', 'now()')}`)
    await tx.query(name('sales'))
    await signsUp(tx, 'accounts')
    await signsUp(tx, 'sales')
    await tx.query(name('accounts'))
  })
  expect(roles).toEqual([
    { user_id: idOf('sales'), role: 'admin' },
    { user_id: idOf('accounts'), role: 'pending' },
  ])
})

test('whoever waits already becomes admin when named', async () => {
  const roles = await rolesAfter(async (tx) => {
    await tx.exec(account('sales', 'now()'))
    await signsUp(tx, 'sales')
    await tx.query(name('sales'))
  })
  expect(roles).toEqual([{ user_id: idOf('sales'), role: 'admin' }])
})

test('an address that nobody confirmed opens nothing', async () => {
  const roles = await rolesAfter(async (tx) => {
    await tx.exec(account('sales', 'null'))
    await tx.query(name('sales'))
    await signsUp(tx, 'sales')
  })
  expect(roles).toEqual([{ user_id: idOf('sales'), role: 'pending' }])
})

test('with an admin there is nothing to name', async () => {
  const answer = await undone(engine, async (tx) => {
    await tx.exec(`${account('admin', 'now()')}; insert into public.user_roles values ('${idOf('admin')}', 'admin')`)
    return [(await tx.query(name('sales'))).rows, (await tx.query('select * from private.first_admin')).rows]
  })
  expect(answer).toEqual([[{ named: false }], []])
})

test('people cannot name anybody', async () => {
  const answer = await undone(engine, async (tx) => {
    await tx.exec(account('sales', 'now()'))
    await become(tx, 'sales')
    return attempt(tx, name('sales'))
  })
  expect(answer).toMatchObject({ refused: '42501' })
})
