import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import type { Keys, SigningKey } from '../contracts.ts'

const newKey = (status: SigningKey['status']): SigningKey => {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'jwk',
  })
  return { kid: randomUUID(), status, jwk: { kty: 'EC', crv: 'P-256', x, y, d } }
}

/** A key that signs, and one that is published already, so that nobody is surprised when it takes over. */
export const createSigningKeys = (): SigningKey[] => [newKey('in_use'), newKey('standby')]

/**
 * The same keys after a rotation: the standby key signs, the one before is still believed, and a new standby key is
 * published. What was believed for the one before that ends.
 */
export function rotated(keys: Keys): Keys {
  const next = { in_use: 'previously_used', standby: 'in_use' } as const
  const moved = (keys.signingKeys ?? createSigningKeys()).flatMap((key) =>
    key.status === 'previously_used' ? [] : [{ ...key, status: next[key.status] }],
  )
  return { ...keys, signingKeys: [...moved, newKey('standby')] }
}

/** The public halves, as `/auth/v1/.well-known/jwks.json` answers them. */
export const publicKeys = ({ signingKeys = [] }: Keys) => ({
  keys: signingKeys.map(({ kid, jwk: { kty, crv, x, y } }) => ({
    ...{ kid, kty, crv, x, y },
    ...{ alg: 'ES256', use: 'sig', key_ops: ['verify'], ext: true },
  })),
})

/** Signs with the key in use; with the shared secret where there is none. */
export function signToken(claims: JWTPayload, keys: Keys): Promise<string> {
  const key = keys.signingKeys?.find(({ status }) => status === 'in_use')
  if (!key) return signForLibrary(claims, keys)
  return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: key.kid }).sign(halves(key).privateKey)
}

/** With the shared secret, which is what the auth library reads. */
export const signForLibrary = (claims: JWTPayload, { jwtSecret }: Keys): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(new TextEncoder().encode(jwtSecret))

/** The public half of one of our keys by its name; null for any other. */
export function publicKeyOf(kid: string | undefined, { signingKeys = [] }: Keys): KeyObject | null {
  const key = signingKeys.find((each) => each.kid === kid)
  return key ? halves(key).publicKey : null
}

const read = new WeakMap<SigningKey, { privateKey: KeyObject; publicKey: KeyObject }>()

function halves(key: SigningKey) {
  const known = read.get(key)
  if (known) return known
  const privateKey = createPrivateKey({ key: key.jwk, format: 'jwk' })
  const made = { privateKey, publicKey: createPublicKey(privateKey) }
  read.set(key, made)
  return made
}
