import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { identify, verifyToken } from './identify.ts'
import { createKeys } from './keys.ts'

const keys = createKeys()
const userId = '5d2c6a52-9f7c-4d2e-8a56-0a53d0b1e6a1'

const token = (claims: Record<string, unknown>, { secret = keys.jwtSecret, alg = 'HS256', expires = '1h' } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))

const call = (headers: Record<string, string>) =>
  identify(new Request('http://localhost/rest/v1/tasks', { headers }), keys)

const unsigned = (claims: object) =>
  [{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.') + '.'

describe('a token', () => {
  test('of a signed-in person speaks for that person', async () => {
    const caller = await verifyToken(await token({ sub: userId, role: 'authenticated' }), keys)
    expect(caller).toMatchObject({ role: 'authenticated', userId, claims: { sub: userId, role: 'authenticated' } })
  })

  test.each([
    ['an owner role', () => token({ sub: userId, role: 'postgres' })],
    ['an admin role', () => token({ sub: userId, role: 'supabase_admin' })],
    ['no role', () => token({ sub: userId })],
    ['no person', () => token({ role: 'authenticated' })],
    ['a person that is not an id', () => token({ sub: "x' or 1=1", role: 'authenticated' })],
    ['a past expiry', () => token({ sub: userId, role: 'authenticated' }, { expires: '-1s' })],
    ['a foreign signature', () => token({ sub: userId, role: 'authenticated' }, { secret: 'x'.repeat(48) })],
    ['another algorithm', () => token({ sub: userId, role: 'authenticated' }, { alg: 'HS512' })],
    ['no signature', async () => unsigned({ sub: userId, role: 'authenticated' })],
    ['two parts', async () => 'a.b'],
    ['no content', async () => ''],
  ])('with %s speaks for nobody', async (_, make) => {
    expect(await verifyToken(await make(), keys)).toBeNull()
  })
})

describe('a request', () => {
  const visitor = { known: true, caller: { role: 'anon', userId: null, claims: null } }
  const server = { known: true, caller: { role: 'service_role', userId: null, claims: null } }

  test('with the publishable key is a visitor', async () => {
    expect(await call({ apikey: keys.publishableKey })).toEqual(visitor)
  })

  test('with the publishable key as bearer, as the client sends it, is a visitor', async () => {
    expect(await call({ apikey: keys.publishableKey, authorization: `Bearer ${keys.publishableKey}` })).toEqual(visitor)
  })

  test('with the secret key is the server', async () => {
    expect(await call({ apikey: keys.secretKey, authorization: `Bearer ${keys.secretKey}` })).toEqual(server)
  })

  test('without a key is refused', async () => {
    expect(await call({})).toMatchObject({ known: false, code: 'UNAUTHORIZED_MISSING_API_KEY' })
  })

  test('with a person’s token and no key is refused', async () => {
    const bearer = await token({ sub: userId, role: 'authenticated' })
    expect(await call({ authorization: `Bearer ${bearer}` })).toMatchObject({ known: false })
  })

  test('with a wrong key is refused, even beside a good token', async () => {
    const bearer = await token({ sub: userId, role: 'authenticated' })
    expect(await call({ apikey: 'sb_publishable_guess', authorization: `Bearer ${bearer}` })).toMatchObject({
      known: false,
      code: 'UNAUTHORIZED_INVALID_API_KEY',
    })
  })

  test.each(['Bearer a.b', 'Bearer', 'Bearer  ', 'Basic abc', 'Bearer undefined', ''])(
    'with the bearer %j is refused and never a visitor',
    async (authorization) => {
      expect(await call({ apikey: keys.publishableKey, authorization })).toMatchObject({
        known: false,
        code: 'PGRST301',
      })
    },
  )

  test('to a keyless path is a visitor, but a bad bearer is refused there too', async () => {
    const request = (headers: Record<string, string>) => new Request('http://localhost/storage/v1/x', { headers })
    expect(await identify(request({}), keys, { keyless: true })).toEqual(visitor)
    expect(await identify(request({ authorization: 'Bearer a.b.c' }), keys, { keyless: true })).toMatchObject({
      known: false,
    })
  })
})
