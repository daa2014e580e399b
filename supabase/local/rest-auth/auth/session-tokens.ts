import { decodeJwt } from 'jose'
import type { Engine, Keys } from '../../contracts.ts'
import { signToken } from '../../gateway/signing-keys.ts'
import { isRecord } from './auth-answers.ts'
import { factorsOf } from './factors.ts'

/** Metadata beyond this many letters stays out of the token: a header that large would be refused with every request. */
const mostMetadata = 4096

/**
 * The same answer; where it brings a session, its access token carries what Supabase's policies commonly read beside
 * the library's claims: `app_metadata`, `user_metadata`, `aal`, `amr`, `is_anonymous` and `iss`. `method` is how a new
 * session was signed in; a session that goes on keeps its own.
 */
export async function withFullClaims(
  answer: Response,
  { engine, keys, issuer, method }: { engine: Engine; keys: Keys; issuer: string; method: string },
): Promise<Response> {
  if (!answer.ok) return answer
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (!isRecord(body) || typeof body['access_token'] !== 'string' || !isRecord(body['user'])) return answer
  const { app_metadata, user_metadata } = body['user']
  const given = decodeJwt(body['access_token'])
  const assurance = await assuranceOf(engine, String(given['session_id']), method)
  const claims = {
    ...given,
    iss: issuer,
    ...assurance,
    app_metadata: short(app_metadata),
    user_metadata: short(user_metadata),
  }
  const token = await signToken(claims, keys)
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  const { is_anonymous } = assurance
  const user = { ...body['user'], is_anonymous, factors: await factorsOf(engine, String(given.sub)) }
  return Response.json({ ...body, access_token: token, user }, { status: answer.status, headers })
}

/** The answer to who is signed in, with the second factors of the account: the client lists them from there. */
export async function withFactors(answer: Response, engine: Engine): Promise<Response> {
  if (!answer.ok) return answer
  const user: unknown = await answer
    .clone()
    .json()
    .catch(() => null)
  if (!isRecord(user) || typeof user['id'] !== 'string') return answer
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  const factors = await factorsOf(engine, user['id'])
  const { rows } = await engine.query('select from auth.users where id::text = $1 and is_anonymous', [user['id']])
  return Response.json({ ...user, is_anonymous: rows.length > 0, factors }, { status: answer.status, headers })
}

/** How surely the owner of a session is known, and by what. */
async function assuranceOf(engine: Engine, sessionId: string, method: string) {
  await engine.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method)
     select s.id, case when u.is_anonymous then 'anonymous' else $2 end
       from auth.sessions s join auth.users u on u.id = s.user_id where s.id::text = $1
        and not exists (select from auth.mfa_amr_claims c where c.session_id = s.id)
     on conflict do nothing`,
    [sessionId, method],
  )
  const { rows } = await engine.query<{ aal: string; is_anonymous: boolean; amr: unknown }>(
    `select coalesce(s.aal, 'aal1') as aal, u.is_anonymous, coalesce((
       select jsonb_agg(jsonb_build_object('method', authentication_method,
         'timestamp', extract(epoch from created_at)::bigint) order by created_at desc, authentication_method desc)
       from auth.mfa_amr_claims where session_id = s.id), '[]') as amr
     from auth.sessions s join auth.users u on u.id = s.user_id where s.id::text = $1`,
    [sessionId],
  )
  return rows[0] ?? { aal: 'aal1', is_anonymous: false, amr: [] }
}

const short = (metadata: unknown): unknown =>
  isRecord(metadata) && JSON.stringify(metadata).length <= mostMetadata ? metadata : {}
