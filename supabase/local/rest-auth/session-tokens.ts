import { decodeJwt, SignJWT } from 'jose'
import { isRecord } from './auth-answers.ts'

/** Metadata beyond this many letters stays out of the token: a header that large would be refused with every request. */
const mostMetadata = 4096

/**
 * The same answer; where it brings a session, its access token carries what Supabase's policies commonly read beside
 * the library's claims: `app_metadata`, `user_metadata`, `aal`, `is_anonymous` and `iss`.
 */
export async function withFullClaims(
  answer: Response,
  { jwtSecret, issuer }: { jwtSecret: string; issuer: string },
): Promise<Response> {
  if (!answer.ok) return answer
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (!isRecord(body) || typeof body['access_token'] !== 'string' || !isRecord(body['user'])) return answer
  const { app_metadata, user_metadata } = body['user']
  const claims = {
    ...decodeJwt(body['access_token']),
    iss: issuer,
    aal: 'aal1',
    is_anonymous: false,
    app_metadata: short(app_metadata),
    user_metadata: short(user_metadata),
  }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(jwtSecret))
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return Response.json({ ...body, access_token: token }, { status: answer.status, headers })
}

const short = (metadata: unknown): unknown =>
  isRecord(metadata) && JSON.stringify(metadata).length <= mostMetadata ? metadata : {}
