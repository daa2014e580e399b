import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Engine } from '../../contracts.ts'

/** What a program that asked for a mail keeps the answer to (RFC 7636). */
export type Challenge = { value: string; method: 's256' | 'plain' }

/** The challenge of a request, null without one, or why it is refused, in GoTrue's words. */
export function challengeOf(body: Record<string, unknown>): Challenge | null | string {
  const value = body['code_challenge'] ?? ''
  const method = String(body['code_challenge_method'] ?? '').toLowerCase()
  if (value === '' && method === '') return null
  if (typeof value !== 'string' || value === '' || method === '')
    return 'PKCE flow requires code_challenge_method and code_challenge'
  if (value.length < 43 || value.length > 128) return 'code challenge has to be between 43 and 128 characters'
  if (!/^[\w.~-]+$/.test(value))
    return 'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes'
  if (method !== 's256' && method !== 'plain') return 'Invalid code_challenge_method'
  return { value, method }
}

/** A code that `POST /token?grant_type=pkce` of the library exchanges for a session, once and within five minutes. */
export async function issueAuthCode(
  engine: Engine,
  { userId, method, challenge }: { userId: string; method: string; challenge: Challenge },
): Promise<string> {
  const code = randomUUID()
  await engine.query(`delete from auth.flow_state where created_at < now() - interval '1 day'`)
  await engine.query(
    `insert into auth.flow_state (id, user_id, auth_code, authentication_method, code_challenge, code_challenge_method,
       provider_type, provider_access_token, provider_refresh_token, auth_code_issued_at)
     values ($1, $2, $3, $4, $5, $6, 'email', '', '', now())`,
    [randomUUID(), userId, code, method, challenge.value, challenge.method],
  )
  return code
}

/** What exchanges a code at once, for somebody whom this server has verified itself. */
export async function codeAndVerifier(engine: Engine, userId: string, method: string) {
  const verifier = randomBytes(48).toString('base64url')
  const value = createHash('sha256').update(verifier).digest('base64url')
  const code = await issueAuthCode(engine, { userId, method, challenge: { value, method: 's256' } })
  return { auth_code: code, code_verifier: verifier }
}
