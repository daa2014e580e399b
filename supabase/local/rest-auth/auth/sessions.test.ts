import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash } from '../../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const apart = { auth: { persistSession: false, autoRefreshToken: false } }
const visitor = () => createClient(server.url, server.keys.publishableKey, apart)
const owner = () => createClient(server.url, server.keys.secretKey, apart).auth.admin
const password = 'a-good-password'
let people = 0

async function newPerson(more: object = {}) {
  const email = `session-${(people += 1)}@example.com`
  const { data, error } = await owner().createUser({
    email,
    password_hash: quickHash(password),
    email_confirm: true,
    ...more,
  })
  if (error) throw error
  return { email, id: data.user.id }
}

async function signedIn(email: string) {
  const client = visitor()
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return { client, ...data.session }
}

const refreshed = async (token: string) => (await visitor().auth.refreshSession({ refresh_token: token })).data.session
const reads = async (token: string) =>
  (
    await fetch(`${server.url}/rest/v1/user_roles?select=role`, {
      headers: { apikey: server.keys.publishableKey, authorization: `Bearer ${token}` },
    })
  ).status
const mailsTo = (email: string) => server.mails().filter(({ to }) => to === email)

describe('T26: a refresh token that comes again', () => {
  const aWhileAgo = (token: string) =>
    server.engine.query(`update auth.refresh_tokens set updated_at = now() - interval '5 hours' where token = $1`, [
      token,
    ])

  test('within ten seconds is answered with the session that took its place', async () => {
    const { email } = await newPerson()
    const first = await signedIn(email)
    const second = await refreshed(first.refresh_token)
    expect((await refreshed(first.refresh_token))?.refresh_token).toBe(second?.refresh_token)
  })

  test('hours later is answered as well while nobody used what took its place: the answer was lost', async () => {
    const { email } = await newPerson()
    const first = await signedIn(email)
    const second = await refreshed(first.refresh_token)
    await aWhileAgo(first.refresh_token)
    const again = await refreshed(first.refresh_token)
    expect(again?.refresh_token).toBe(second?.refresh_token)
    expect(await reads(again?.access_token ?? '')).toBe(200)
    const third = await refreshed(second?.refresh_token ?? '')
    expect(third?.refresh_token).not.toBe(second?.refresh_token)
  })

  test.each([2, 3])('later than that ends its whole family, %i exchanges after', async (exchanges) => {
    const { email } = await newPerson()
    const first = await signedIn(email)
    const elsewhere = await signedIn(email)
    let newest = first.refresh_token
    let access = first.access_token
    for (let at = 0; at < exchanges; at += 1) {
      const session = await refreshed(newest)
      newest = session?.refresh_token ?? ''
      access = session?.access_token ?? ''
    }
    await aWhileAgo(first.refresh_token)
    expect([await reads(access), await reads(elsewhere.access_token)]).toEqual([200, 200])

    const { error } = await visitor().auth.refreshSession({ refresh_token: first.refresh_token })
    expect(error?.code).toBe('refresh_token_already_used')
    expect(await refreshed(newest)).toBeNull()
    expect([await reads(access), await reads(elsewhere.access_token)]).toEqual([401, 200])
  })
})

describe('an access token', () => {
  test.each(['local', 'global'] as const)('stops at the %s sign-out, for rows, files and functions', async (scope) => {
    const { email } = await newPerson()
    const { client, access_token } = await signedIn(email)
    expect(await reads(access_token)).toBe(200)
    await client.auth.signOut({ scope })
    const headers = { apikey: server.keys.publishableKey, authorization: `Bearer ${access_token}` }
    for (const path of ['rest/v1/user_roles', 'storage/v1/bucket', 'functions/v1/get-secret'])
      expect([path, (await fetch(`${server.url}/${path}`, { headers })).status]).toEqual([path, 401])
  })

  test('of another device goes on after a local sign-out, and stops after a new password', async () => {
    const { email } = await newPerson()
    const [here, there] = [await signedIn(email), await signedIn(email)]
    await here.client.auth.signOut({ scope: 'local' })
    expect(await reads(there.access_token)).toBe(200)
    const again = await signedIn(email)
    await again.client.auth.updateUser({ password: 'another-good-password' })
    expect([await reads(there.access_token), await reads(again.access_token)]).toEqual([401, 200])
  })

  test('carries what policies of Supabase read', async () => {
    const { email, id } = await newPerson({ user_metadata: { nick: 'Ann' }, app_metadata: { plan: 'gold' } })
    const first = await signedIn(email)
    const second = await refreshed(first.refresh_token)
    for (const token of [first.access_token, second?.access_token ?? ''])
      expect(decodeJwt(token)).toMatchObject({
        iss: `${server.url}/auth/v1`,
        sub: id,
        aud: 'authenticated',
        role: 'authenticated',
        email,
        aal: 'aal1',
        is_anonymous: false,
        app_metadata: { provider: 'email', providers: ['email'], plan: 'gold' },
        user_metadata: { nick: 'Ann' },
      })
    await first.client.auth.updateUser({ data: { biography: 'x'.repeat(20_000) } })
    const { access_token } = await signedIn(email)
    expect(decodeJwt(access_token)).toMatchObject({ user_metadata: {} })
    expect(await reads(access_token)).toBe(200)
  })
})

describe('T21: a change of the email address', () => {
  const change = async (client: SupabaseClient, email: string) => {
    const { data, error } = await client.auth.updateUser({ email })
    const read = await client.auth.getUser()
    return { code: error?.code, wanted: data.user?.new_email, read: read.data.user?.new_email, email: data.user?.email }
  }

  test('says the same of a known and an unknown address, and only its owner learns that it is known', async () => {
    const [mine, other] = [await newPerson(), await newPerson()]
    const { client } = await signedIn(mine.email)
    const unknown = `nobody-${mine.id}@example.com`
    for (const wanted of [unknown, other.email])
      expect(await change(client, wanted)).toEqual({ code: undefined, wanted, read: wanted, email: mine.email })
    expect(mailsTo(other.email).map(({ subject }) => subject)).toEqual(['You already have an account'])
    expect(mailsTo(mine.email).map(({ subject }) => subject)).toEqual([
      'Your email address is about to change',
      'Your email address is about to change',
    ])
  })

  test('is confirmed from the new mailbox, and from no other', async () => {
    const mine = await newPerson()
    const { client } = await signedIn(mine.email)
    const wanted = `new-${mine.id}@example.com`
    await change(client, wanted)
    expect(mailsTo(mine.email)[0]?.text).not.toContain('token_hash')
    const link = new URL(/http\S+/.exec(mailsTo(wanted)[0]?.text ?? '')?.[0] ?? 'missing:')
    const token_hash = link.searchParams.get('token_hash') ?? ''
    const { data, error } = await visitor().auth.verifyOtp({ token_hash, type: 'email_change' })
    expect([error, data.user?.email]).toEqual([null, wanted])
  })

  test('sends a few mails to one address and then no more', async () => {
    const mine = await newPerson()
    const { client } = await signedIn(mine.email)
    const wanted = `flooded-${mine.id}@example.com`
    for (let at = 0; at < 7; at += 1) await change(client, wanted)
    expect((await change(client, wanted)).code).toBe('over_email_send_rate_limit')
    expect(mailsTo(wanted)).toHaveLength(6)
  })
})

describe('T22: guesses at once', () => {
  test('are counted before they are judged', async () => {
    const { email } = await newPerson()
    const guess = async (at: number) =>
      (await visitor().auth.signInWithPassword({ email, password: `guess ${at}` })).error?.status
    const statuses = await Promise.all(Array.from({ length: 40 }, (_, at) => guess(at)))
    expect(statuses.filter((status) => status === 400)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })
})

describe('admin.listUsers', () => {
  test('is newest first, in pages, with the time of an invitation', async () => {
    const { email } = await newPerson()
    const invited = await owner().inviteUserByEmail(`invited-${email}`)
    expect(invited.error).toBeNull()
    const first = await owner().listUsers({ page: 1, perPage: 2 })
    expect(first.data.users.map((user) => user.email)).toEqual([`invited-${email}`, email])
    expect(first.data.users.map((user) => Boolean(user.invited_at))).toEqual([true, false])
    const second = await owner().listUsers({ page: 2, perPage: 2 })
    expect(second.data.users).toHaveLength(2)
    expect(second.data.users.map(({ id }) => id)).not.toContain(first.data.users[0]?.id)
  })

  test.each(['page=0', 'page=-1', 'page=x', 'page=1.5', 'per_page=-1', 'page=99999999999999999999'])(
    '%s is refused in words',
    async (query) => {
      const headers = { apikey: server.keys.secretKey }
      const answer = await fetch(`${server.url}/auth/v1/admin/users?${query}`, { headers })
      expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 'validation_failed' }])
    },
  )
})
