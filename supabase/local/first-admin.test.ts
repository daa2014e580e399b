import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Engine } from './contracts.ts'
import { nameFirstAdmin } from './first-admin.ts'
import { openTestDatabase } from './testing/test-database.ts'
import { welcome } from './welcome.ts'

let engine: Engine
beforeEach(async () => {
  engine = await openTestDatabase()
})
afterEach(() => engine.close())

const anna = 'anna@example.com'
const says = (firstAdmin: Awaited<ReturnType<typeof nameFirstAdmin>>) =>
  welcome({ url: 'http://here', people: [], demoAge: 0, firstAdmin })

async function registers(email: string) {
  const id = randomUUID()
  await engine.query(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [id, email])
  await engine.query(`insert into public.user_roles (user_id, role) values ($1, 'pending')`, [id])
}

test('a new company is told that nobody is admin, and how to name one', async () => {
  const standing = await nameFirstAdmin(engine, undefined)
  expect(standing).toEqual({ kind: 'nobody' })
  expect(says(standing)).toContain('SIGNWRIGHT_ADMIN=you@company.example npm start')
})

test('the named one stays named until they come, and may be named anew', async () => {
  await nameFirstAdmin(engine, 'somebody@example.com')
  await nameFirstAdmin(engine, anna)
  const standing = await nameFirstAdmin(engine, undefined)
  expect(standing).toEqual({ kind: 'named', email: anna })
  expect(says(standing)).toContain(`${anna} becomes admin`)
})

test('once there is an admin the same setting says nothing, another address says that it changes nothing', async () => {
  await nameFirstAdmin(engine, anna)
  await registers(anna)
  const standings = [
    await nameFirstAdmin(engine, anna),
    await nameFirstAdmin(engine, undefined),
    await nameFirstAdmin(engine, 'mallory@example.com'),
  ]
  expect(standings).toEqual([
    { kind: 'there', named: 'the admin' },
    { kind: 'there', named: 'nobody' },
    { kind: 'there', named: 'somebody else' },
  ])
  expect(standings.map((standing) => /admin/i.test(says(standing)))).toEqual([false, false, true])
})
