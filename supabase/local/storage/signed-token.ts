import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { invalidToken } from './storage-error.ts'

export type TokenUse = 'download' | 'upload'

const payloadSchema = z.strictObject({
  url: z.string(),
  use: z.enum(['download', 'upload']),
  /** For an upload: whose file it becomes, and whether it may replace one. */
  owner: z.string().nullable(),
  upsert: z.boolean(),
  iat: z.number(),
  exp: z.number(),
})

type Payload = z.infer<typeof payloadSchema>

const header = encode({ alg: 'HS256', typ: 'JWT' })

/**
 * HS256 tokens for one object and one use, signed with their own key (derived from the JWT secret), so that no access
 * token opens an object and no link signs anybody in. `now`: milliseconds.
 */
export function createTokens(jwtSecret: string, now: () => number) {
  const key = createHash('sha256').update(`signed-object-url:${jwtSecret}`).digest()
  const signature = (signed: string) => createHmac('sha256', key).update(signed).digest('base64url')
  const seconds = () => Math.floor(now() / 1000)

  return {
    sign: (use: TokenUse, url: string, expiresIn: number, upload: { owner: string | null; upsert: boolean }) => {
      const payload: Payload = { url, use, ...upload, iat: seconds(), exp: seconds() + expiresIn }
      const signed = `${header}.${encode(payload)}`
      return `${signed}.${signature(signed)}`
    },

    /** The payload of a token that was signed for exactly this use and object and has not expired; else a refusal. */
    verify: (use: TokenUse, url: string, token: string): Payload => {
      const end = token.lastIndexOf('.')
      const signed = token.slice(0, Math.max(end, 0))
      // Texts are compared, not bytes: base64url has several spellings of the same last byte.
      if (!same(token.slice(end + 1), signature(signed))) throw invalidToken('invalid signature')
      const parsed = payloadSchema.safeParse(
        JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString()),
      )
      if (!parsed.success || parsed.data.use !== use || parsed.data.url !== url) throw invalidToken('invalid signature')
      if (parsed.data.exp <= seconds()) throw invalidToken('"exp" claim timestamp check failed')
      return parsed.data
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
