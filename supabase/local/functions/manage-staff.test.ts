import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash } from '../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
const withoutSession = { auth: { persistSession: false, autoRefreshToken: false } }

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Person = { id: string; email: string; client: SupabaseClient; token: string }

async function newPerson(role: string): Promise<Person> {
  const email = `${randomUUID()}@company.test`
  const admin = createClient(server.url, server.keys.secretKey, withoutSession)
  const { data } = await admin.auth.admin.createUser({
    email,
    password_hash: quickHash('signwright'),
    email_confirm: true,
  })
  const id = data.user?.id ?? expect.fail('No account was made')
  await admin.from('user_roles').insert({ user_id: id, role }).throwOnError()
  await admin.from('contacts').insert({ user_id: id, name: role, email, profile: 'verified' }).throwOnError()
  const client = createClient(server.url, server.keys.publishableKey, withoutSession)
  const session = await client.auth.signInWithPassword({ email, password: 'signwright' })
  return { id, email, client, token: session.data.session?.access_token ?? '' }
}

/** Status and words of an answer. */
async function ask(who: Person, body: unknown) {
  const response = await fetch(`${server.url}/functions/v1/manage-staff`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
    body: JSON.stringify(body),
  })
  const answered: unknown = await response.json()
  return { status: response.status, says: Object(answered).error ?? 'done' }
}

const managers = `insert into public.role_permissions select 'sales', id from public.permissions
  where name = 'manage_user_roles' on conflict do nothing`
const invitation = (role: string, email = `${randomUUID()}@company.test`) => ({
  action: 'invite',
  email,
  name: 'Ines',
  lastName: 'Farrugia',
  role,
})
const trail = async (recordId: string) =>
  (
    await server.engine.query<{ action: string; actor: string }>(
      `select action, actor_id as actor from public.audit_logs where record_id = $1 and action <> 'INSERT' order by id`,
      [recordId],
    )
  ).rows

describe('an invitation', () => {
  test('goes by mail, gives the role and a verified contact, and asks for a password of their own', async () => {
    const admin = await newPerson('admin')
    const sent = invitation('team_member')
    expect(await ask(admin, sent)).toEqual({ status: 200, says: 'done' })
    const [mail] = server.mails()
    expect({ to: mail?.to, link: /type=invite/.test(mail?.text ?? '') }).toEqual({ to: sent.email, link: true })
    const { rows } = await server.engine.query<{ user_id: string }>(
      `select ur.user_id, ur.role::text, c.name, c.last_name, c.profile, c.has_temporary_password
         from public.user_roles ur join public.contacts c using (user_id) where c.email = $1`,
      [sent.email],
    )
    expect(rows).toMatchObject([
      { role: 'team_member', name: 'Ines', last_name: 'Farrugia', profile: 'verified', has_temporary_password: true },
    ])
    expect(await trail(rows[0]?.user_id ?? '')).toEqual([
      { action: 'UPDATE', actor: admin.id },
      { action: 'invited', actor: admin.id },
    ])
  })

  test('of an address that has an account is refused in words', async () => {
    const [admin, colleague] = [await newPerson('admin'), await newPerson('sales')]
    expect(await ask(admin, invitation('sales', colleague.email))).toEqual({
      status: 409,
      says: 'Somebody with this address already has an account.',
    })
  })

  test('of somebody who was invited before sends the mail again and leaves the account as it is', async () => {
    const admin = await newPerson('admin')
    const sent = invitation('sales')
    await ask(admin, sent)
    expect(await ask(admin, { ...sent, role: 'accounts' })).toEqual({
      status: 409,
      says: 'This person was invited before, and gets the mail again.',
    })
    const { rows } = await server.engine.query(
      `select ur.role::text from auth.users u join public.user_roles ur on ur.user_id = u.id where u.email = $1`,
      [sent.email],
    )
    expect(rows).toEqual([{ role: 'sales' }])
    expect(server.mails().filter(({ to }) => to === sent.email)).toHaveLength(2)
  })

  test('that was lost is sent again, with a new link, until it was followed', async () => {
    const admin = await newPerson('admin')
    const sent = invitation('sales')
    await ask(admin, sent)
    const idOf = `select id from auth.users where email = $1`
    const userId = (await server.engine.query<{ id: string }>(idOf, [sent.email])).rows[0]?.id ?? ''
    expect(await ask(admin, { action: 'invite-again', userId })).toEqual({ status: 200, says: 'done' })
    const links = server
      .mails()
      .filter(({ to }) => to === sent.email)
      .map(({ text }) => /token_hash=\w+/.exec(text)?.[0])
    expect([links.length, new Set(links).size]).toEqual([2, 2])
    expect((await trail(userId)).map(({ action }) => action)).toEqual(['UPDATE', 'invited', 'invited_again'])

    await server.engine.query('update auth.users set email_confirmed_at = now() where id = $1', [userId])
    expect(await ask(admin, { action: 'invite-again', userId })).toEqual({
      status: 409,
      says: 'This person has followed their invitation already.',
    })
  })

  test.each([
    [{ ...invitation('sales'), email: 'nobody' }, 'Please enter an email address.'],
    [{ ...invitation('sales'), name: ' ' }, 'Please enter a first name.'],
    [invitation('pending'), 'Please choose a role.'],
    [invitation('owner'), 'Please choose a role.'],
  ])('that is not whole is refused in words', async (body, says) => {
    expect(await ask(await newPerson('admin'), body)).toEqual({ status: 400, says })
  })
})

describe('a person who leaves', () => {
  test('is out at once: the token they hold opens nothing, and they cannot sign in', async () => {
    const [admin, leaver] = [await newPerson('admin'), await newPerson('team_member')]
    expect((await leaver.client.from('tasks').select('id')).status).toBe(200)
    expect(await ask(admin, { action: 'deactivate', userId: leaver.id })).toEqual({ status: 200, says: 'done' })
    expect((await leaver.client.from('tasks').select('id')).status).toBe(403)
    const again = await leaver.client.auth.signInWithPassword({ email: leaver.email, password: 'signwright' })
    expect(again.error?.code).toBe('user_banned')
    expect(await trail(leaver.id)).toEqual([{ action: 'deactivated', actor: admin.id }])
  })

  test('comes back when reactivated', async () => {
    const [admin, leaver] = [await newPerson('admin'), await newPerson('team_member')]
    await ask(admin, { action: 'deactivate', userId: leaver.id })
    expect(await ask(admin, { action: 'reactivate', userId: leaver.id })).toEqual({ status: 200, says: 'done' })
    const again = await leaver.client.auth.signInWithPassword({ email: leaver.email, password: 'signwright' })
    expect(again.error).toBeNull()
  })
})

test('a temporary password is stored as it is typed in: without blanks around, and no longer than is compared', async () => {
  const [admin, colleague] = [await newPerson('admin'), await newPerson('sales')]
  const give = (password: string) => ask(admin, { action: 'temporary-password', userId: colleague.id, password })
  expect(await give('  changeme-1 ')).toEqual({ status: 200, says: 'done' })
  const typed = { email: colleague.email, password: 'changeme-1' }
  expect((await colleague.client.auth.signInWithPassword(typed)).error).toBeNull()
  expect(await give('  abc    ')).toEqual({ status: 400, says: 'The password needs at least 6 characters.' })
  expect(await give('ż'.repeat(37))).toEqual({ status: 400, says: 'The password is too long.' })
})

test('a temporary password signs in, is called temporary, and no longer once it is changed', async () => {
  const [admin, colleague] = [await newPerson('admin'), await newPerson('sales')]
  const temporary = async () =>
    (await server.engine.query('select has_temporary_password from public.contacts where user_id = $1', [colleague.id]))
      .rows
  expect(await ask(admin, { action: 'temporary-password', userId: colleague.id, password: 'changeme-1' })).toEqual({
    status: 200,
    says: 'done',
  })
  expect(await temporary()).toEqual([{ has_temporary_password: true }])
  const { error } = await colleague.client.auth.signInWithPassword({ email: colleague.email, password: 'changeme-1' })
  expect(error).toBeNull()
  await colleague.client.auth.updateUser({ password: 'of-my-own-1' })
  expect(await temporary()).toEqual([{ has_temporary_password: false }])
})

describe('who may', () => {
  const actions = (userId: string) => [
    invitation('team_member'),
    { action: 'invite-again', userId },
    { action: 'deactivate', userId },
    { action: 'reactivate', userId },
    { action: 'temporary-password', userId, password: 'changeme-1' },
  ]
  const statuses = async (who: Person, userId: string) => {
    const found: number[] = []
    for (const action of actions(userId)) found.push((await ask(who, action)).status)
    return found
  }

  test.each(['pending', 'client', 'team_member', 'accounts', 'account_manager'])('%s: nothing', async (role) => {
    const target = await newPerson('team_member')
    expect(await statuses(await newPerson(role), target.id)).toEqual([403, 403, 403, 403, 403])
  })

  test('a holder of manage_user_roles: everything but passwords, and nothing of admins', async () => {
    await server.engine.exec(managers)
    const manager = await newPerson('sales')
    expect(await statuses(manager, (await newPerson('team_member')).id)).toEqual([200, 409, 200, 200, 403])
    expect(await statuses(manager, (await newPerson('admin')).id)).toEqual([200, 403, 403, 403, 403])
    expect((await ask(manager, invitation('admin'))).status).toBe(403)
  })

  test('nobody does it to themselves, and nobody to people who do not exist', async () => {
    const admin = await newPerson('admin')
    expect(await ask(admin, { action: 'deactivate', userId: admin.id })).toEqual({
      status: 403,
      says: 'You cannot do this to your own account.',
    })
    expect(await ask(admin, { action: 'deactivate', userId: randomUUID() })).toEqual({
      status: 404,
      says: 'This person does not exist any more.',
    })
  })
})

describe('who registered the address of somebody else', () => {
  test('T2: does not get the account that its owner is invited to', async () => {
    const admin = await newPerson('admin')
    const sent = invitation('sales')
    const stranger = createClient(server.url, server.keys.publishableKey, withoutSession)
    await stranger.auth.signUp({ email: sent.email, password: 'a known one' })
    expect(await ask(admin, sent)).toEqual({ status: 200, says: 'done' })
    const link = /\S+token_hash=\S+/.exec(server.mails().find(({ to }) => to === sent.email)?.text ?? '')?.[0] ?? ''
    const tokenHash = new URL(link).searchParams.get('token_hash') ?? ''
    const owner = createClient(server.url, server.keys.publishableKey, withoutSession)
    expect((await owner.auth.verifyOtp({ type: 'invite', token_hash: tokenHash })).error).toBeNull()
    const { error } = await stranger.auth.signInWithPassword({ email: sent.email, password: 'a known one' })
    expect(error?.code).toBe('invalid_credentials')
  })
})

test("T2: one's own account in capitals is one's own account", async () => {
  const admin = await newPerson('admin')
  const own = { userId: admin.id.toUpperCase(), password: 'another one' }
  for (const action of ['deactivate', 'reactivate', 'temporary-password'])
    expect(await ask(admin, { action, ...own })).toMatchObject({ status: 403 })
})
