import { createHash } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import bcrypt from 'bcryptjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { quickHash } from '../../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { accountByMailedToken } from './accounts.ts'
import { openRestAndAuth } from '../rest-and-auth.ts'

vi.mock(import('bcryptjs'), { spy: true })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const apart = { auth: { persistSession: false, autoRefreshToken: false } }
const visitor = () => createClient(server.url, server.keys.publishableKey, apart)
const owner = () => createClient(server.url, server.keys.secretKey, apart)

let people = 0
const password = 'a-good-password'
const address = () => `person-${(people += 1)}@example.com`

async function confirmedPerson(
  known: { password: string } | { password_hash: string } = { password_hash: quickHash(password) },
) {
  const email = address()
  const { data } = await owner().auth.admin.createUser({ email, ...known, email_confirm: true })
  return { email, id: data.user?.id ?? '' }
}

function lastLink(email: string): URL {
  const mail = server.mails().find(({ to }) => to === email)
  return new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? 'missing:')
}

const post = (path: string, body: object) =>
  fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('signing up', () => {
  test('mails a link to the app’s own callback, and the link confirms once', async () => {
    const email = address()
    const client = visitor()
    const emailRedirectTo = `${server.url}/auth/email-confirmed`
    const { data, error } = await client.auth.signUp({ email, password, options: { emailRedirectTo } })
    expect({ error, session: data.session, email: data.user?.email }).toEqual({ error: null, session: null, email })
    expect((await visitor().auth.signInWithPassword({ email, password })).error?.code).toBe('email_not_confirmed')

    const link = lastLink(email)
    expect([link.origin, link.pathname, link.searchParams.get('type'), link.searchParams.get('redirect_to')]).toEqual([
      server.url,
      '/auth/callback',
      'signup',
      '/auth/email-confirmed',
    ])
    const tokenHash = link.searchParams.get('token_hash') ?? ''
    const verified = await client.auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.email).toBe(email)
    const { rows: waiting } = await server.engine.query(
      'select r.role::text from public.user_roles r join auth.users u on u.id = r.user_id where u.email = $1',
      [email],
    )
    expect(waiting).toEqual([{ role: 'pending' }])
    expect((await visitor().auth.verifyOtp({ token_hash: tokenHash, type: 'signup' })).error?.code).toBe('otp_expired')
    expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
  })

  test('mails a token that nobody can work out from the address and six digits', async () => {
    const email = address()
    await visitor().auth.signUp({ email, password })
    const tokenHash = lastLink(email).searchParams.get('token_hash')
    let guessed = false
    for (let code = 0; code < 1_000_000 && !guessed; code += 1) {
      const guess = email + String(code).padStart(6, '0')
      guessed = createHash('sha256').update(guess).digest('hex') === tokenHash
    }
    expect(guessed).toBe(false)
  })

  test('is also confirmed by the token type “email”', async () => {
    const email = address()
    await visitor().auth.signUp({ email, password })
    const tokenHash = lastLink(email).searchParams.get('token_hash') ?? ''
    expect((await visitor().auth.verifyOtp({ token_hash: tokenHash, type: 'email' })).error).toBeNull()
  })

  test('with a known address looks the same, and only its owner is told', async () => {
    const { email } = await confirmedPerson()
    const fresh = address()
    const [known, unknown] = await Promise.all([
      post('signup', { email, password }),
      post('signup', { email: fresh, password }),
    ])
    /** The answer to the letter, also its order, but for the address and what is random or a time: there the digits. */
    const shape = (text: string, address: string) =>
      text
        .replaceAll(address, 'address')
        .replace(/[0-9a-f]{8}-[0-9a-f]{4}-(.)[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'uuid of version $1')
        .replace(/(\d\d:\d\d:\d\d)\.\d+/g, '$1.0')
        .replace(/\d/g, '0')
    expect(known.status).toBe(unknown.status)
    expect(shape(await known.text(), email)).toBe(shape(await unknown.text(), fresh))
    expect(server.mails().find(({ to }) => to === email)?.subject).toBe('You already have an account')
  })

  test('twice at once makes one account and no error', async () => {
    const email = address()
    const answers = await Promise.all([1, 2, 3].map(() => visitor().auth.signUp({ email, password })))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    const { rows } = await server.engine.query('select count(*)::int as n from auth.users where email = $1', [email])
    expect(rows).toEqual([{ n: 1 }])
  })

  test('refuses a short password', async () => {
    const { error } = await visitor().auth.signUp({ email: address(), password: '12345' })
    expect([error?.status, error?.code]).toEqual([422, 'weak_password'])
  })

  test.each(['https://evil.example/x', '//evil.example', '/auth/email-confirmed?next=//evil.example', '/dashboard'])(
    'with the return address %s leads to our own page all the same',
    async (redirect) => {
      const email = address()
      await visitor().auth.signUp({ email, password, options: { emailRedirectTo: redirect } })
      const link = lastLink(email)
      expect([link.origin, link.searchParams.get('redirect_to')]).toEqual([server.url, '/auth/email-confirmed'])
    },
  )
})

describe('signing in', () => {
  test('tells a stranger nothing: unknown, unconfirmed and banned answer alike to a wrong password', async () => {
    const banned = await confirmedPerson()
    await owner().auth.admin.updateUserById(banned.id, { ban_duration: '24h' })
    const unconfirmed = address()
    await visitor().auth.signUp({ email: unconfirmed, password })
    const { email: known } = await confirmedPerson()
    for (const email of [banned.email, unconfirmed, known, address()]) {
      const { error } = await visitor().auth.signInWithPassword({ email, password: 'wrong-password' })
      expect([email, error?.status, error?.code, error?.message]).toEqual([
        email,
        400,
        'invalid_credentials',
        'Invalid login credentials',
      ])
    }
  })

  test('T21: costs as much for an unknown address as for a known one: one hash of equal rounds', async () => {
    const { email } = await confirmedPerson({ password })
    const hashed = vi.mocked(bcrypt.compare)
    const workFor = async (who: string) => {
      hashed.mockClear()
      await post('token?grant_type=password', { email: who, password: 'wrong-password' })
      return hashed.mock.calls.map(([given, hash]) => [given, bcrypt.getRounds(hash)])
    }
    const known = await workFor(email)
    expect(known).toEqual([['wrong-password', 10]])
    expect(await workFor('nobody@example.com')).toEqual(known)
  })

  test('T22: the 31st wrong password for an account is refused for a while, other accounts are not', async () => {
    const { email } = await confirmedPerson()
    const other = await confirmedPerson()
    const guess = () => post('token?grant_type=password', { email, password: 'guess' })
    const statuses: number[] = []
    for (let round = 0; round < 31; round += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429])
    const refused = await post('token?grant_type=password', { email: email.toUpperCase(), password })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await visitor().auth.signInWithPassword({ email: other.email, password })).error).toBeNull()
  })

  test('T22: guesses from one address of the network do not lock the account for others', async () => {
    const { email } = await confirmedPerson()
    const { auth, close } = await openRestAndAuth({
      engine: server.engine,
      keys: server.keys,
      mailer: { send: async () => {} },
      siteUrl: () => server.url,
      origins: () => [server.url],
    })
    const from = async (ip: string, guess: string) => {
      const request = new Request(`${server.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: guess }),
      })
      const { status } = await auth.handle(request, { caller: { role: 'anon', userId: null, claims: null }, ip })
      return status
    }
    for (let round = 0; round < 30; round += 1) await from('203.0.113.7', 'guess')
    expect([
      await from('203.0.113.7', password),
      await from('203.0.113.8', 'guess'),
      await from('203.0.113.8', password),
    ]).toEqual([429, 400, 200])
    await close()
  })

  test('T26: a refresh token that comes a second time, long after it was used, ends the whole session', async () => {
    const { email } = await confirmedPerson()
    const refresh = async (refresh_token: string) => {
      const answer = await post('token?grant_type=refresh_token', { refresh_token })
      return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) }
    }
    const first = (await visitor().auth.signInWithPassword({ email, password })).data.session?.refresh_token ?? ''
    const second = String((await refresh(first)).body['refresh_token'])
    const third = String((await refresh(second)).body['refresh_token'])
    await server.engine.query(
      `update auth.refresh_tokens set updated_at = now() - interval '1 hour' where token = $1`,
      [first],
    )
    const stolen = await refresh(first)
    expect([stolen.status, stolen.body['error_code']]).toEqual([400, 'refresh_token_already_used'])
    expect((await refresh(third)).status).toBe(400)
  })

  test('rotates refresh tokens, and sign-out ends the session', async () => {
    const { email } = await confirmedPerson()
    const client = visitor()
    const first = await client.auth.signInWithPassword({ email, password })
    const second = await client.auth.refreshSession()
    expect(second.error).toBeNull()
    expect(second.data.session?.refresh_token).not.toBe(first.data.session?.refresh_token)
    const token = second.data.session?.access_token ?? ''
    await client.auth.signOut()
    const { error } = await visitor().auth.getUser(token)
    expect(error?.name).toBe('AuthSessionMissingError')
  })
})

describe('a forgotten password', () => {
  test('is replaced through the mailed link, and every other session ends', async () => {
    const { email } = await confirmedPerson()
    const elsewhere = visitor()
    await elsewhere.auth.signInWithPassword({ email, password })

    const client = visitor()
    const redirectTo = `${server.url}/auth/reset-password`
    expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const link = lastLink(email)
    expect([link.searchParams.get('type'), link.searchParams.get('redirect_to')]).toEqual([
      'recovery',
      '/auth/reset-password',
    ])
    await client.auth.verifyOtp({ token_hash: link.searchParams.get('token_hash') ?? '', type: 'recovery' })
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull()

    expect((await visitor().auth.signInWithPassword({ email, password })).error?.code).toBe('invalid_credentials')
    expect((await visitor().auth.signInWithPassword({ email, password: 'another-password' })).error).toBeNull()
    expect((await elsewhere.auth.refreshSession()).error).not.toBeNull()
  })

  test('is answered alike for an unknown address, and nothing is mailed', async () => {
    const unknown = address()
    const { email } = await confirmedPerson()
    const answered = async (who: string) => {
      const answer = await post('recover', { email: who })
      return { status: answer.status, body: await answer.json() }
    }
    expect(await answered(unknown)).toEqual(await answered(email))
    expect(server.mails().filter(({ to }) => to === unknown)).toEqual([])
    expect(server.mails().filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('cannot bomb a mailbox: the seventh mail within the hour is refused, known or not', async () => {
    const { email } = await confirmedPerson()
    for (const who of [email, address()]) {
      const statuses = await Promise.all(
        Array.from({ length: 7 }, async () => (await post('recover', { email: who })).status),
      )
      expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429])
    }
  })
})

describe('a banned account', () => {
  test('is told so with the right password, and its session and token stop at once', async () => {
    const { email, id } = await confirmedPerson()
    const client = visitor()
    const { data } = await client.auth.signInWithPassword({ email, password })
    await owner().auth.admin.updateUserById(id, { ban_duration: '24h' })

    const again = await visitor().auth.signInWithPassword({ email, password })
    expect([again.error?.status, again.error?.code]).toEqual([403, 'user_banned'])
    expect((await client.auth.refreshSession()).error).not.toBeNull()
    const rest = await fetch(`${server.url}/rest/v1/user_roles`, {
      headers: { apikey: server.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
    })
    expect(rest.status).toBe(403)

    await owner().auth.admin.updateUserById(id, { ban_duration: 'none' })
    expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
  })
})

describe('accounts by the secret key', () => {
  test('are listed, read, changed and deleted', async () => {
    const admin = owner().auth.admin
    const { email, id } = await confirmedPerson()
    const listed = await admin.listUsers({ page: 1, perPage: 1000 })
    expect(listed.data.users.map((user) => user.id)).toContain(id)
    expect((await admin.getUserById(id)).data.user).toMatchObject({ id, email, identities: [{ provider: 'email' }] })
    const changed = await admin.updateUserById(id, { user_metadata: { name: 'Ann' }, password: 'changed-password' })
    expect(changed.data.user?.user_metadata).toMatchObject({ name: 'Ann', email })
    expect((await visitor().auth.signInWithPassword({ email, password: 'changed-password' })).error).toBeNull()
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.status).toBe(404)
    expect((await visitor().auth.signInWithPassword({ email, password: 'changed-password' })).error?.code).toBe(
      'invalid_credentials',
    )
  })

  test('comes from elsewhere with its hash, and signs in with the password of that; not with both', async () => {
    const email = address()
    const withHash = { email, password_hash: quickHash(password), email_confirm: true }
    const both = await owner().auth.admin.createUser({ ...withHash, password })
    expect([both.error?.status, both.error?.code]).toEqual([400, 'validation_failed'])
    const unreadable = await owner().auth.admin.createUser({ ...withHash, password_hash: password })
    expect(unreadable.error?.code).toBe('validation_failed')
    await owner().auth.admin.createUser(withHash)
    expect((await visitor().auth.signInWithPassword({ email, password: 'another' })).error?.status).toBe(400)
    expect((await visitor().auth.signInWithPassword({ email, password })).data.user?.email).toBe(email)
  })

  test('cannot be made twice for one address', async () => {
    const { email } = await confirmedPerson()
    const { error } = await owner().auth.admin.createUser({ email: email.toUpperCase(), password })
    expect([error?.status, error?.code]).toEqual([422, 'email_exists'])
  })

  test('A15: the mail carries the company’s name once it has one, as text', async () => {
    await server.engine.query(`update public.company_settings set name = 'Bright & <b>Co</b>' where id = 1`)
    const email = address()
    await owner().auth.admin.inviteUserByEmail(email)
    const [mail] = server.mails()
    await server.engine.query(`update public.company_settings set name = 'Our company' where id = 1`)
    expect(mail?.subject).toBe('You are invited to Bright & <b>Co</b>')
    expect(mail?.text).toContain('work with them at Bright & <b>Co</b>.')
    expect(mail?.html).not.toContain('<b>Co')
  })

  test('are invited by a mail whose link leads to the choice of a password', async () => {
    const email = address()
    const { error } = await owner().auth.admin.inviteUserByEmail(email)
    expect([error, server.mails()[0]?.subject]).toEqual([null, 'You are invited to Signwright'])
    const link = lastLink(email)
    expect([link.searchParams.get('type'), link.searchParams.get('redirect_to')]).toEqual([
      'invite',
      '/auth/reset-password',
    ])
    const client = visitor()
    const token_hash = link.searchParams.get('token_hash') ?? ''
    expect((await client.auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'of-my-own-1' })).error).toBeNull()
    expect((await visitor().auth.signInWithPassword({ email, password: 'of-my-own-1' })).error).toBeNull()
  })

  test.each([
    [6, null],
    [8, 'otp_expired'],
  ])('may follow an invitation for a week: after %s days the answer is %s', async (days, refused) => {
    const email = address()
    await owner().auth.admin.inviteUserByEmail(email)
    expect(server.mails()[0]?.text).toContain('for a week')
    await server.engine.query(
      `update auth.users set invited_at = invited_at - make_interval(days => $2),
         confirmation_sent_at = confirmation_sent_at - make_interval(days => $2) where email = $1`,
      [email, days],
    )
    const token_hash = lastLink(email).searchParams.get('token_hash') ?? ''
    const { error } = await visitor().auth.verifyOtp({ token_hash, type: 'invite' })
    expect(error?.code ?? null).toBe(refused)
  })

  test('confirm an address within the hour, also one that was invited before', async () => {
    const email = address()
    await owner().auth.admin.inviteUserByEmail(email)
    await visitor().auth.resend({ type: 'signup', email })
    await server.engine.query(
      `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '2 hours' where email = $1`,
      [email],
    )
    const token_hash = lastLink(email).searchParams.get('token_hash') ?? ''
    expect((await visitor().auth.verifyOtp({ token_hash, type: 'email' })).error?.code).toBe('otp_expired')
  })

  test('whose invitation was forgotten get in by a new password', async () => {
    const email = address()
    await owner().auth.admin.inviteUserByEmail(email)
    await visitor().auth.resetPasswordForEmail(email)
    const client = visitor()
    const token_hash = lastLink(email).searchParams.get('token_hash') ?? ''
    expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    await client.auth.updateUser({ password: 'of-my-own-1' })
    expect((await visitor().auth.signInWithPassword({ email, password: 'of-my-own-1' })).error).toBeNull()
  })

  test('get a link that signs in', async () => {
    const { email } = await confirmedPerson()
    const { data } = await owner().auth.admin.generateLink({ type: 'recovery', email })
    const tokenHash = data.properties?.hashed_token ?? ''
    expect((await visitor().auth.verifyOtp({ token_hash: tokenHash, type: 'recovery' })).data.user?.email).toBe(email)
  })

  test.each(['visitor', 'person'])('are closed to a %s', async (who) => {
    const client = visitor()
    const { email, id } = await confirmedPerson()
    if (who === 'person') await client.auth.signInWithPassword({ email, password })
    const token = (await client.auth.getSession()).data.session?.access_token ?? server.keys.publishableKey
    for (const [method, path] of [
      ['GET', 'users'],
      ['POST', 'users'],
      ['DELETE', `users/${id}`],
      ['PUT', `users/${id}`],
    ]) {
      const answer = await fetch(`${server.url}/auth/v1/admin/${path}`, {
        method: method ?? 'GET',
        headers: { apikey: server.keys.publishableKey, authorization: `Bearer ${token}` },
        ...(method === 'POST' || method === 'PUT' ? { body: '{"email":"x@example.com"}' } : {}),
      })
      expect([method, answer.status]).toEqual([method, 403])
    }
  })
})

test('a link without a token is nobody’s, also where an account holds an empty one', async () => {
  const { id } = await confirmedPerson()
  await server.engine.query(`update auth.users set confirmation_token = '', recovery_token = '' where id = $1`, [id])
  expect(await accountByMailedToken(server.engine, '')).toBeNull()
  for (const type of ['signup', 'recovery', 'invite', 'email'])
    expect((await post('verify', { token_hash: '', type })).status).toBe(400)
})

test.each(['authorize', 'callback', 'oauth/authorize', 'anonymous'])(
  'the unused auth endpoint %s is closed',
  async (path) => {
    expect((await post(path, { email: address() })).status).toBe(404)
  },
)
