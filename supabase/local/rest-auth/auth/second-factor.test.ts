import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { quickHash } from '../../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { codeAt, fromBase32, stepAt } from './totp.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The middle of a step: no code ages while a test runs.
  vi.useFakeTimers({ toFake: ['Date'], now: stepAt(Date.now()) * 30_000 + 15_000 })
})
afterAll(async () => {
  vi.useRealTimers()
  await server.close()
})

const apart = { auth: { persistSession: false, autoRefreshToken: false } }
const visitor = () => createClient(server.url, server.keys.publishableKey, apart)
const owner = () => createClient(server.url, server.keys.secretKey, apart)
const password = 'a-good-password'
let people = 0

async function signedIn(known?: { email: string }) {
  const email = known?.email ?? `factor-${(people += 1)}@example.com`
  if (!known) await owner().auth.admin.createUser({ email, password_hash: quickHash(password), email_confirm: true })
  const client = visitor()
  const { data } = await client.auth.signInWithPassword({ email, password })
  return { client, email, id: data.user?.id ?? '' }
}

/** The code that an authenticator shows so many steps of 30 s from now. */
const codeOf = (secret: string, steps = 0) => codeAt(fromBase32(secret), stepAt(Date.now()) + steps)

async function enrolled(client: SupabaseClient) {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (error) throw error
  return { factorId: data.id, secret: data.totp.secret, totp: data.totp }
}

/** Somebody whose second factor is in use; the code that made it so was that of the step before. */
async function withFactor() {
  const person = await signedIn()
  const factor = await enrolled(person.client)
  const code = codeOf(factor.secret, -1)
  const { error } = await person.client.auth.mfa.challengeAndVerify({ factorId: factor.factorId, code })
  expect(error).toBeNull()
  return { ...person, ...factor, used: code }
}

const levels = async (client: SupabaseClient) => {
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel()
  return [data?.currentLevel, data?.nextLevel]
}

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('TOTP: at second %s the code of RFC 6238 is %s', (second, code) => {
  expect(codeAt(Buffer.from('12345678901234567890'), stepAt(second * 1000))).toBe(code)
})

describe('a second factor', () => {
  test('is enrolled with a picture and a secret, and counts once its first code was right', async () => {
    const { client, email } = await signedIn()
    const { factorId, secret, totp } = await enrolled(client)
    expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg/)
    expect(new URL(totp.uri).searchParams.get('secret')).toBe(secret)
    expect(decodeURIComponent(totp.uri)).toContain(email)
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
    expect((await client.auth.mfa.listFactors()).data?.totp).toEqual([])

    const { data, error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect([error, data?.token_type]).toEqual([null, 'bearer'])
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
    const claims = (await client.auth.getClaims()).data?.claims
    expect(claims?.amr).toMatchObject([{ method: 'totp' }, { method: 'password' }])
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factorId, friendly_name: 'Phone', factor_type: 'totp', status: 'verified' },
    ])
    await client.auth.refreshSession()
    expect(await levels(client)).toEqual(['aal2', 'aal2'])
  })

  test('is asked for at the next sign-in; policies read `aal2` only after it', async () => {
    const { email, factorId, secret } = await withFactor()
    const { client } = await signedIn({ email })
    expect(await levels(client)).toEqual(['aal1', 'aal2'])
    expect((await client.auth.getClaims()).data?.claims.aal).toBe('aal1')
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect([error, await levels(client)]).toEqual([null, ['aal2', 'aal2']])
  })

  test('ends the sessions that were signed in without it', async () => {
    const elsewhere = await signedIn()
    const { client } = await signedIn(elsewhere)
    const { factorId, secret } = await enrolled(client)
    await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    expect((await elsewhere.client.auth.refreshSession()).error).not.toBeNull()
  })

  test('takes each code once, also of two at the same time', async () => {
    const { email, factorId, secret, used } = await withFactor()
    const { client } = await signedIn({ email })
    const replayed = await client.auth.mfa.challengeAndVerify({ factorId, code: used })
    expect([replayed.error?.status, replayed.error?.code]).toEqual([422, 'mfa_verification_failed'])
    const code = codeOf(secret)
    const challenges = await Promise.all([1, 2, 3].map(() => client.auth.mfa.challenge({ factorId })))
    const { data } = await client.auth.getSession()
    const statuses = await Promise.all(
      challenges.map(async (challenge) => {
        const answer = await fetch(`${server.url}/auth/v1/factors/${factorId}/verify`, {
          method: 'POST',
          headers: {
            apikey: server.keys.publishableKey,
            authorization: `Bearer ${data.session?.access_token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ challenge_id: challenge.data?.id, code }),
        })
        return answer.status
      }),
    )
    expect(statuses.toSorted()).toEqual([200, 422, 422])
  })

  test.each([
    [-1, true],
    [1, true],
    [-2, false],
    [2, false],
  ])('a clock that is %s steps of 30 s away: the code is taken: %s', async (steps, taken) => {
    const { client } = await signedIn()
    const { factorId, secret } = await enrolled(client)
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, steps) })
    expect(error === null).toBe(taken)
  })

  test('refuses the sixth wrong code in five minutes, and then the right one too', async () => {
    const { email, factorId, secret } = await withFactor()
    const { client } = await signedIn({ email })
    const right = codeOf(secret)
    const code = right === '000000' ? '000001' : '000000'
    const codes: (string | undefined)[] = []
    for (let guess = 0; guess < 5; guess += 1)
      codes.push((await client.auth.mfa.challengeAndVerify({ factorId, code })).error?.code)
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'mfa_verification_failed'))
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: right })
    expect([error?.status, error?.code]).toEqual([429, 'over_request_rate_limit'])
  })

  test('takes an answer to its own challenge only, once, within five minutes', async () => {
    const { client } = await signedIn()
    const { factorId, secret } = await enrolled(client)
    const strange = { factorId, challengeId: crypto.randomUUID(), code: codeOf(secret) }
    expect((await client.auth.mfa.verify(strange)).error?.code).toBe('mfa_factor_not_found')
    const challenge = await client.auth.mfa.challenge({ factorId })
    const answer = { factorId, challengeId: challenge.data?.id ?? '', code: codeOf(secret) }
    await server.engine.query(
      `update auth.mfa_challenges set created_at = created_at - interval '6 minutes' where id = $1`,
      [answer.challengeId],
    )
    expect((await client.auth.mfa.verify(answer)).error?.code).toBe('mfa_challenge_expired')
  })

  test('belongs to its owner: nobody else challenges, answers or removes it', async () => {
    const { factorId, secret } = await withFactor()
    const { client } = await signedIn()
    for (const error of [
      (await client.auth.mfa.challenge({ factorId })).error,
      (await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })).error,
      (await client.auth.mfa.unenroll({ factorId })).error,
    ])
      expect([error?.status, error?.code]).toEqual([404, 'mfa_factor_not_found'])
  })

  test('cannot be removed, doubled or gone round with the password alone', async () => {
    const { email, factorId } = await withFactor()
    const { client } = await signedIn({ email })
    const removed = await client.auth.mfa.unenroll({ factorId })
    expect([removed.error?.status, removed.error?.code]).toEqual([422, 'insufficient_aal'])
    const second = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' })
    expect([second.error?.status, second.error?.code]).toEqual([403, 'insufficient_aal'])
    const changed = await client.auth.updateUser({ password: 'a-password-of-mine' })
    expect([changed.error?.status, changed.error?.code]).toEqual([401, 'insufficient_aal'])
    const moved = await client.auth.updateUser({ email: 'thief@example.com' })
    expect([moved.error?.status, moved.error?.code]).toEqual([401, 'insufficient_aal'])
  })

  test('is removed by who used it; the session is then as sure as its password', async () => {
    const { client, factorId } = await withFactor()
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
    await client.auth.refreshSession()
    expect(await levels(client)).toEqual(['aal1', 'aal1'])
  })

  test('that was lost is removed with the secret key', async () => {
    const { id, email, factorId } = await withFactor()
    const { mfa } = owner().auth.admin
    expect((await mfa.listFactors({ userId: id })).data?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    const closed = await visitor().auth.admin.mfa.deleteFactor({ userId: id, id: factorId })
    expect(closed.error?.status).toBe(403)
    expect((await mfa.deleteFactor({ userId: id, id: factorId })).error).toBeNull()
    expect(await levels((await signedIn({ email })).client)).toEqual(['aal1', 'aal1'])
  })

  test('is kept so that the database alone does not open it', async () => {
    const { client } = await signedIn()
    const { secret, factorId } = await enrolled(client)
    const { rows } = await server.engine.query<{ kept: string }>(
      'select row_to_json(f)::text as kept from auth.mfa_factors f where id = $1',
      [factorId],
    )
    const kept = rows[0]?.kept ?? ''
    for (const form of ['hex', 'base64'] as const)
      expect(kept).not.toContain(fromBase32(secret).toString(form).replaceAll('=', ''))
    expect([kept.includes(secret), kept.length > 100]).toEqual([false, true])
  })

  test('is not opened by a secret that somebody copies from another row, nor with other keys', async () => {
    const own = await withFactor()
    const { email, factorId } = await withFactor()
    await server.engine.query(
      'update auth.mfa_factors set secret = (select secret from auth.mfa_factors where id = $1) where id = $2',
      [own.factorId, factorId],
    )
    const { client } = await signedIn({ email })
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(own.secret) })
    expect([error?.status, error?.code]).toEqual([422, 'mfa_verification_failed'])
  })

  test.each([
    [{ factorType: 'phone', phone: '+35699999999' }, 'mfa_phone_enroll_not_enabled'],
    [{ factorType: 'webauthn', friendlyName: 'Key' }, 'mfa_webauthn_enroll_not_enabled'],
  ] as const)('of another kind is refused in words: %j', async (asked, code) => {
    const { client } = await signedIn()
    const { error } = await client.auth.mfa.enroll(asked)
    expect([error?.status, error?.code]).toEqual([422, code])
  })

  test('has a name of its own, and there are at most ten', async () => {
    const { client } = await withFactor()
    const twice = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect([twice.error?.status, twice.error?.code]).toEqual([422, 'mfa_factor_name_conflict'])
    for (let more = 0; more < 9; more += 1)
      expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: `Phone ${more}` })).error).toBeNull()
    const eleventh = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone 11' })
    expect(eleventh.error?.code).toBe('too_many_enrolled_mfa_factors')
  })

  test('is nothing for a visitor, nor for a session that was signed out', async () => {
    const { client } = await signedIn()
    const { data } = await client.auth.getSession()
    const ask = async (bearer: string) => {
      const answer = await fetch(`${server.url}/auth/v1/factors`, {
        method: 'POST',
        headers: { apikey: server.keys.publishableKey, authorization: `Bearer ${bearer}` },
        body: '{"factor_type":"totp"}',
      })
      return answer.status
    }
    expect(await ask(server.keys.publishableKey)).toBe(401)
    await client.auth.signOut()
    expect(await ask(data.session?.access_token ?? '')).toBe(403)
  })
})
