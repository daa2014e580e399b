import { createClient } from '@supabase/supabase-js'
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
const owner = () => createClient(server.url, server.keys.secretKey, apart)
/** A program that keeps what it must remember between the mail and the way back. */
const pkceVisitor = () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const auth = { storage, flowType: 'pkce' as const, autoRefreshToken: false, detectSessionInUrl: false }
  return createClient(server.url, server.keys.publishableKey, { auth })
}

let people = 0
const password = 'a-good-password'
const address = () => `code-${(people += 1)}@example.com`

async function confirmedPerson() {
  const email = address()
  const { data } = await owner().auth.admin.createUser({
    email,
    password_hash: quickHash(password),
    email_confirm: true,
  })
  return { email, id: data.user?.id ?? '' }
}

const mailsTo = (email: string) => server.mails().filter(({ to }) => to === email)
const textTo = (email: string) => mailsTo(email)[0]?.text ?? ''
const linkTo = (email: string) => new URL(/http\S+/.exec(textTo(email))?.[0] ?? 'missing:')
const tokenTo = (email: string) => linkTo(email).searchParams.get('token_hash') ?? ''
const codeTo = (email: string) => /\b\d{6}\b/.exec(textTo(email).replaceAll(/http\S+/g, ''))?.[0] ?? ''
const wrong = (code: string) => (code === '123456' ? '654321' : '123456')

const post = (path: string, body: object) =>
  fetch(`${server.url}/auth/v1/${path}`, {
    method: 'POST',
    headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('a sign-in by mail', () => {
  test('brings a link and a code of six digits; the link signs in once, and the code is used up with it', async () => {
    const { email } = await confirmedPerson()
    expect((await visitor().auth.signInWithOtp({ email })).error).toBeNull()
    const link = linkTo(email)
    expect([link.origin, link.pathname, link.searchParams.get('type'), link.searchParams.get('redirect_to')]).toEqual([
      server.url,
      '/auth/callback',
      'magiclink',
      '/dashboard',
    ])
    const client = visitor()
    const { data, error } = await client.auth.verifyOtp({ token_hash: tokenTo(email), type: 'magiclink' })
    expect([error, data.user?.email, data.session?.token_type]).toEqual([null, email, 'bearer'])
    const claims = (await client.auth.getClaims()).data?.claims
    expect([claims?.aal, claims?.amr]).toMatchObject(['aal1', [{ method: 'otp' }]])
    const again = await visitor().auth.verifyOtp({ token_hash: tokenTo(email), type: 'magiclink' })
    expect([again.error?.status, again.error?.code]).toEqual([403, 'otp_expired'])
    const byCode = await visitor().auth.verifyOtp({ email, token: codeTo(email), type: 'email' })
    expect([byCode.error?.status, byCode.error?.code]).toEqual([403, 'otp_expired'])
  })

  test.each(['email', 'magiclink'] as const)('takes the code as type %s, in any case of the address', async (type) => {
    const { email } = await confirmedPerson()
    await visitor().auth.signInWithOtp({ email })
    const token = codeTo(email)
    const { data, error } = await visitor().auth.verifyOtp({ email: email.toUpperCase(), token, type })
    expect([error, data.user?.email]).toEqual([null, email])
    expect((await visitor().auth.verifyOtp({ email, token, type })).error?.code).toBe('otp_expired')
  })

  test('refuses the right code after five wrong ones; the link of the same mail goes on', async () => {
    const { email } = await confirmedPerson()
    await visitor().auth.signInWithOtp({ email })
    const token = codeTo(email)
    const guesses = await Promise.all(
      Array.from({ length: 5 }, () => visitor().auth.verifyOtp({ email, token: wrong(token), type: 'email' })),
    )
    expect(guesses.map(({ error }) => error?.code)).toEqual(Array.from({ length: 5 }, () => 'otp_expired'))
    expect((await visitor().auth.verifyOtp({ email, token, type: 'email' })).error?.code).toBe('otp_expired')
    expect((await visitor().auth.verifyOtp({ token_hash: tokenTo(email), type: 'email' })).error).toBeNull()
  })

  test('signs in once also where the same code comes five times at once', async () => {
    const { email } = await confirmedPerson()
    await visitor().auth.signInWithOtp({ email })
    const token = codeTo(email)
    const tries = await Promise.all(
      Array.from({ length: 5 }, () => visitor().auth.verifyOtp({ email, token, type: 'email' })),
    )
    expect(tries.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test.each([
    [59, null],
    [61, 'otp_expired'],
  ])('is answered after %s minutes with %s', async (minutes, refused) => {
    const { email } = await confirmedPerson()
    await visitor().auth.signInWithOtp({ email })
    await server.engine.query(
      `update auth.mailed_sign_ins set sent_at = sent_at - make_interval(mins => $2)
        where user_id = (select id from auth.users where email = $1)`,
      [email, minutes],
    )
    const byLink = await visitor().auth.verifyOtp({ token_hash: tokenTo(email), type: 'magiclink' })
    expect(byLink.error?.code ?? null).toBe(refused)
    if (refused === null) return
    const byCode = await visitor().auth.verifyOtp({ email, token: codeTo(email), type: 'email' })
    expect(byCode.error?.code).toBe(refused)
  })

  test('counts only the newest mail', async () => {
    const { email } = await confirmedPerson()
    await visitor().auth.signInWithOtp({ email })
    const first = tokenTo(email)
    await visitor().auth.signInWithOtp({ email })
    expect((await visitor().auth.verifyOtp({ token_hash: first, type: 'magiclink' })).error?.code).toBe('otp_expired')
    expect((await visitor().auth.verifyOtp({ token_hash: tokenTo(email), type: 'magiclink' })).error).toBeNull()
  })

  test('keeps neither link nor code in the database', async () => {
    const { email } = await confirmedPerson()
    await visitor().auth.signInWithOtp({ email })
    await visitor().auth.resetPasswordForEmail(email)
    const tokens = mailsTo(email).map(({ text }) => /token_hash=([0-9a-f]+)/.exec(text)?.[1])
    const { rows } = await server.engine.query<{ kept: string }>(
      `select row_to_json(u)::text || coalesce((select json_agg(m)::text from auth.mailed_sign_ins m
         where m.user_id = u.id), '') as kept from auth.users u where email = $1`,
      [email],
    )
    const kept = rows[0]?.kept ?? ''
    expect(tokens).toHaveLength(2)
    for (const token of tokens) expect([kept.length > 200, kept.includes(token ?? 'none')]).toEqual([true, false])
    expect(kept).not.toMatch(new RegExp(`"${codeTo(email) || 'none'}"`))
  })

  test('makes an account for a new address, unless it shall not; both answer as for a known one', async () => {
    const { email: known } = await confirmedPerson()
    const [fresh, strange] = [address(), address()]
    const answers = await Promise.all([
      post('otp', { email: known }),
      post('otp', { email: fresh, create_user: true, data: { name: 'Ann' } }),
      post('otp', { email: strange, create_user: false }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['{}', '{}', '{}'])
    expect(mailsTo(strange)).toEqual([])
    const { rows } = await server.engine.query('select from auth.users where email = $1', [strange])
    expect(rows).toEqual([])
    const { data } = await visitor().auth.verifyOtp({ email: fresh, token: codeTo(fresh), type: 'email' })
    expect([data.user?.email, data.user?.user_metadata['name']]).toEqual([fresh, 'Ann'])
  })

  test('voids a password that somebody else chose before the address was confirmed', async () => {
    const email = address()
    await visitor().auth.signUp({ email, password })
    await visitor().auth.signInWithOtp({ email })
    expect((await visitor().auth.verifyOtp({ email, token: codeTo(email), type: 'email' })).error).toBeNull()
    const { error } = await visitor().auth.signInWithPassword({ email, password })
    expect(error?.code).toBe('invalid_credentials')
  })

  test('is not sent to a banned account, whose older link says so', async () => {
    const { email, id } = await confirmedPerson()
    await visitor().auth.signInWithOtp({ email })
    const token_hash = tokenTo(email)
    await owner().auth.admin.updateUserById(id, { ban_duration: '24h' })
    expect((await visitor().auth.signInWithOtp({ email })).error).toBeNull()
    expect(mailsTo(email)).toHaveLength(1)
    const { error } = await visitor().auth.verifyOtp({ token_hash, type: 'magiclink' })
    expect([error?.status, error?.code]).toEqual([403, 'user_banned'])
  })

  test('shares the limit of mails to one address: the seventh within the hour is refused, known or not', async () => {
    const { email } = await confirmedPerson()
    for (const who of [email, address()]) {
      const statuses = await Promise.all(
        Array.from({ length: 7 }, async () => (await post('otp', { email: who, create_user: false })).status),
      )
      expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 200, 429])
    }
  })

  test.each([
    [{ phone: '+35699999999' }, 'phone_provider_disabled', 'Unsupported phone provider'],
    [{}, 'validation_failed', 'One of email or phone must be set'],
    [{ email: 'nobody' }, 'validation_failed', 'Unable to validate email address: invalid format'],
    [
      { email: 'a@example.com', code_challenge: 'short', code_challenge_method: 's256' },
      'validation_failed',
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      { email: 'a@example.com', code_challenge: 'a'.repeat(43) },
      'validation_failed',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
  ])('asked with %j is refused with %s', async (body, code, msg) => {
    const answer = await post('otp', body)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: code, msg }])
  })
})

test('a link of the secret key brings its code: `email_otp`', async () => {
  const { email } = await confirmedPerson()
  const made = await owner().auth.admin.generateLink({ type: 'magiclink', email })
  const token = made.data.properties?.email_otp ?? ''
  expect(token).toMatch(/^\d{6}$/)
  expect((await visitor().auth.verifyOtp({ email, token, type: 'magiclink' })).data.user?.email).toBe(email)

  const fresh = address()
  const signUp = await owner().auth.admin.generateLink({ type: 'signup', email: fresh, password })
  const code = signUp.data.properties?.email_otp ?? ''
  expect((await visitor().auth.verifyOtp({ email: fresh, token: code, type: 'signup' })).error).toBeNull()
  expect((await visitor().auth.signInWithPassword({ email: fresh, password })).error).toBeNull()
})

describe('PKCE', () => {
  /** Opens the link of the newest mail, as a browser does; where it is sent to. */
  async function followed(email: string): Promise<URL> {
    const answer = await fetch(linkTo(email), { redirect: 'manual' })
    expect(answer.status).toBe(303)
    return new URL(answer.headers.get('location') ?? 'missing:')
  }

  test('leads from the mail to the page with a code that only the program that asked can exchange, once', async () => {
    const { email } = await confirmedPerson()
    const client = pkceVisitor()
    const emailRedirectTo = `${server.url}/auth/callback`
    expect((await client.auth.signInWithOtp({ email, options: { emailRedirectTo } })).error).toBeNull()
    expect(linkTo(email).pathname).toBe('/auth/v1/verify')
    const landed = await followed(email)
    expect([landed.origin, landed.pathname]).toEqual([server.url, '/auth/callback'])
    const code = landed.searchParams.get('code') ?? ''

    const thief = await post('token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(56) })
    expect([thief.status, await thief.json()]).toMatchObject([400, { error_code: 'bad_code_verifier' }])
    const { data, error } = await client.auth.exchangeCodeForSession(code)
    expect([error, data.user?.email]).toEqual([null, email])
    const again = await post('token?grant_type=pkce', { auth_code: code, code_verifier: 'x'.repeat(56) })
    expect([again.status, await again.json()]).toMatchObject([404, { error_code: 'flow_state_not_found' }])

    const second = await followed(email)
    expect(second.searchParams.get('error_code')).toBe('otp_expired')
  })

  test('leads to a new password as well', async () => {
    const { email } = await confirmedPerson()
    const client = pkceVisitor()
    await client.auth.resetPasswordForEmail(email, { redirectTo: `${server.url}/auth/reset-password` })
    const landed = await followed(email)
    expect(landed.pathname).toBe('/auth/reset-password')
    expect((await client.auth.exchangeCodeForSession(landed.searchParams.get('code') ?? '')).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'another-password' })).error).toBeNull()
    expect((await visitor().auth.signInWithPassword({ email, password: 'another-password' })).error).toBeNull()
  })

  test.each(['https://evil.example/x', '//evil.example', '/storage/v1/object/public/avatars/x'])(
    'sends nobody to %s',
    async (emailRedirectTo) => {
      const { email } = await confirmedPerson()
      await pkceVisitor().auth.signInWithOtp({ email, options: { emailRedirectTo } })
      const link = linkTo(email)
      link.searchParams.set('redirect_to', emailRedirectTo)
      const answer = await fetch(link, { redirect: 'manual' })
      const landed = new URL(answer.headers.get('location') ?? 'missing:')
      expect([landed.origin, landed.pathname, landed.searchParams.has('code')]).toEqual([server.url, '/', true])
    },
  )
})

test.each([
  ['authorize?provider=google', 'validation_failed', 'Unsupported provider: provider is not enabled'],
  ['callback?code=x', 'validation_failed', 'Unsupported provider: provider is not enabled'],
])('OAuth is refused in words at %s', async (path, code, msg) => {
  const answer = await fetch(`${server.url}/auth/v1/${path}`, { headers: { apikey: server.keys.publishableKey } })
  expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: code, msg }])
})

test('what is not enabled is refused as GoTrue does', async () => {
  const sso = await visitor().auth.signInWithSSO({ domain: 'example.com' })
  expect([sso.error?.status, sso.error?.code]).toEqual([404, 'saml_provider_disabled'])
  const phone = await visitor().auth.signInWithPassword({ phone: '+35699999999', password })
  expect([phone.error?.status, phone.error?.code]).toEqual([422, 'phone_provider_disabled'])
  const newPhone = await visitor().auth.signUp({ phone: '+35699999999', password })
  expect([newPhone.error?.status, newPhone.error?.code]).toEqual([400, 'phone_provider_disabled'])
  const nameless = await visitor().auth.signInAnonymously()
  expect([nameless.error?.status, nameless.error?.code]).toEqual([422, 'anonymous_provider_disabled'])
  const idToken = await visitor().auth.signInWithIdToken({ provider: 'google', token: 'x' })
  expect([idToken.error?.status, idToken.error?.code]).toEqual([400, 'provider_disabled'])
})

test('an account of a usual seed, with its `instance_id` and empty tokens, signs in', async () => {
  const email = address()
  await server.engine.exec(`
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, recovery_sent_at,
      last_sign_in_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, confirmation_token, email_change,
      email_change_token_new, recovery_token, is_super_admin)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', '${email}',
      extensions.crypt('${password}', extensions.gen_salt('bf')), now(), now(), now(),
      '{"provider":"email","providers":["email"]}', '{}', now(), now(), '', '', '', '', false)`)
  expect((await visitor().auth.signInWithPassword({ email, password })).error).toBeNull()
})
