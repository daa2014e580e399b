import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { createLocalJWKSet, decodeProtectedHeader, importJWK, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quickHash } from '../testing/quick-hash.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { verifyToken } from './identify.ts'
import { createKeys, keysIn } from './keys.ts'
import { publicKeys, rotated, signToken } from './signing-keys.ts'

const userId = '5d2c6a52-9f7c-4d2e-8a56-0a53d0b1e6a1'
const claims = { sub: userId, role: 'authenticated', exp: Math.floor(Date.now() / 1000) + 3600 }

describe('a token of the server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  test('is signed with a key whose public half anybody reads, without an API key', async () => {
    const apart = { auth: { persistSession: false, autoRefreshToken: false } }
    const email = 'es256@example.com'
    const password = 'a-good-password'
    const owner = createClient(server.url, server.keys.secretKey, apart)
    await owner.auth.admin.createUser({ email, password_hash: quickHash(password), email_confirm: true })
    const client = createClient(server.url, server.keys.publishableKey, apart)
    const { data } = await client.auth.signInWithPassword({ email, password })
    const token = data.session?.access_token ?? ''
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'JWT' })

    const answer = await fetch(`${server.url}/auth/v1/.well-known/jwks.json`)
    const published = (await answer.json()) as JSONWebKeySet
    expect([answer.status, published.keys.length]).toEqual([200, 2])
    expect(published.keys.map((key) => [key.alg, key.use, 'd' in key])).toEqual([
      ['ES256', 'sig', false],
      ['ES256', 'sig', false],
    ])
    const { payload } = await jwtVerify(token, createLocalJWKSet(published))
    expect(payload.sub).toBe(data.user?.id)

    expect((await client.auth.getClaims()).data?.claims.sub).toBe(data.user?.id)
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    expect((await client.from('user_roles').select()).error).toBeNull()
    expect((await client.auth.refreshSession()).error).toBeNull()
    expect((await client.auth.updateUser({ data: { seen: true } })).error).toBeNull()
    expect((await client.auth.signOut()).error).toBeNull()
  })
})

describe('rotation', () => {
  test('the standby key signs, tokens of the key before are still read, those of the one before that no more', async () => {
    const first = createKeys()
    const second = rotated(first)
    const third = rotated(second)
    const kids = (keys: typeof first) => publicKeys(keys).keys.map(({ kid }) => kid)
    const token = await signToken(claims, first)
    const standby = kids(first).find((kid) => kid !== decodeProtectedHeader(token).kid)
    expect(decodeProtectedHeader(await signToken(claims, second)).kid).toBe(standby)
    expect([kids(first).length, kids(second).length, kids(third).length]).toEqual([2, 3, 3])
    expect([
      (await verifyToken(token, first))?.userId,
      (await verifyToken(token, second))?.userId,
      await verifyToken(token, third),
    ]).toEqual([userId, userId, null])
  })

  test('a data directory from before gets keys of its own, and keeps them for itself', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'signwright-keys-'))
    const { signingKeys: _, ...before } = createKeys()
    await writeFile(join(directory, 'keys.json'), JSON.stringify(before))
    const keys = await keysIn(directory)
    expect(keys).toMatchObject(before)
    expect(await keysIn(directory)).toEqual(keys)
    expect(publicKeys(keys).keys).toHaveLength(2)
    const file = join(directory, 'keys.json')
    expect([(await stat(file)).mode & 0o777, (await readFile(file, 'utf8')).includes('"d"')]).toEqual([0o600, true])
    await rm(directory, { recursive: true })
  })
})

describe('a forged token speaks for nobody:', () => {
  const keys = createKeys()
  const [published] = publicKeys(keys).keys
  const forged = async (header: { alg: string; kid?: string }, key: CryptoKey | Uint8Array) =>
    new SignJWT(claims).setProtectedHeader(header).sign(key)
  const foreign = async () => {
    const [other] = createKeys().signingKeys ?? []
    return (await importJWK(other?.jwk ?? {}, 'ES256')) as CryptoKey
  }

  test('with our key’s name and another key', async () => {
    expect(
      await verifyToken(await forged({ alg: 'ES256', kid: published?.kid ?? '' }, await foreign()), keys),
    ).toBeNull()
  })
  test('with a key that nobody knows', async () => {
    expect(await verifyToken(await forged({ alg: 'ES256', kid: 'mine' }, await foreign()), keys)).toBeNull()
    expect(await verifyToken(await forged({ alg: 'ES256' }, await foreign()), keys)).toBeNull()
  })
  test('with our public key taken for a secret', async () => {
    const secret = new TextEncoder().encode(JSON.stringify(published))
    expect(await verifyToken(await forged({ alg: 'HS256', kid: published?.kid ?? '' }, secret), keys)).toBeNull()
  })
})
