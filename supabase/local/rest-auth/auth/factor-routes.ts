import { encodeQR } from 'qr'
import { z } from 'zod'
import type { Peers } from '../../cluster/peers.ts'
import type { Engine, RequestContext } from '../../contracts.ts'
import { authError, readBody, tooMany } from './auth-answers.ts'
import {
  type Answer,
  type Factor,
  type Factors,
  factorsOf,
  mostFactors,
  refreshTokenOf,
  removeFactor,
  type Session,
} from './factors.ts'
import type { Library } from '../library.ts'
import { createSharedLimiter } from './limiter.ts'

const notFound = () => authError(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found')
const invalid = (msg: string) => authError(400, 'validation_failed', msg)
const minute = 60_000

/** Why an answer is refused, in GoTrue's words. */
const refusals: Record<Exclude<Answer, 'right'>, () => Response> = {
  wrong: () => authError(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  'no challenge': () => authError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'),
  'other address': () => authError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch'),
  expired: () =>
    authError(
      422,
      'mfa_challenge_expired',
      'MFA challenge has expired, verify against another challenge or create a new challenge.',
    ),
}

const enrollSchema = z.object({
  friendly_name: z.string().trim().max(100).default(''),
  factor_type: z.string(),
  issuer: z.string().trim().max(100).default(''),
})

/** /auth/v1/factors: second factors of whoever is signed in. */
export function createFactorRoutes(options: {
  engine: Engine
  peers: Peers
  library: Library
  factors: Factors
  /** By what an authenticator lists the account. */
  issuer: () => Promise<string>
}) {
  const { engine, library, factors } = options
  const wrongCodes = createSharedLimiter(options.peers, 'wrong codes', { limit: 5, windowMs: 5 * minute })

  /** A path below /factors; null where there is no such thing. */
  return async (request: Request, context: RequestContext): Promise<Response | null> => {
    const [, id, action = ''] = /^\/auth\/v1\/factors(?:\/([^/]+)(\/challenge|\/verify)?)?$/.exec(
      new URL(request.url).pathname,
    ) ?? [null]
    const route = `${request.method} ${id === undefined ? '' : '/:id'}${action}`
    if (!routes.has(route)) return null
    if (id !== undefined && !z.guid().safeParse(id).success) return notFound()
    const { userId, claims } = context.caller
    if (userId === null) return authError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const session = await factors.session(String(claims?.['session_id']))
    if (session?.user_id !== userId)
      return authError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
    const body = (await readBody(request)) ?? {}
    if (route === 'POST ') return enroll(session, String(claims?.['email'] ?? ''), body)
    if (route === 'DELETE /:id') return unenroll(session, id ?? '')
    if (route === 'POST /:id/challenge') return challenge(session, id ?? '', context.ip)
    return verify(session, id ?? '', body, request, context)
  }

  async function enroll(session: Session, email: string, body: Record<string, unknown>): Promise<Response> {
    const asked = enrollSchema.safeParse(body)
    if (!asked.success) return invalid('factor_type needs to be totp, phone, or webauthn')
    const { factor_type: type, friendly_name: name } = asked.data
    if (type === 'phone') return authError(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone')
    if (type === 'webauthn')
      return authError(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn')
    if (type !== 'totp') return invalid('factor_type needs to be totp, phone, or webauthn')
    const refusal = refusalOfNew(await factorsOf(engine, session.user_id), session, name)
    if (refusal) return refusal
    const { id, secret } = await factors.enroll(session.user_id, name)
    const issuer = (asked.data.issuer || (await options.issuer())).replaceAll(':', ' ')
    const uri =
      `otpauth://totp/${encodeURIComponent(`${issuer}:${email}`)}?algorithm=SHA1&digits=6` +
      `&issuer=${encodeURIComponent(issuer)}&period=30&secret=${secret}`
    return Response.json({
      id,
      type,
      friendly_name: name,
      totp: { qr_code: encodeQR(uri, 'svg', { ecc: 'medium' }), secret, uri },
    })
  }

  async function challenge(session: Session, id: string, ip: string): Promise<Response> {
    const made = await factors.challenge(session.user_id, id, ip)
    return made ? Response.json({ id: made.id, type: 'totp', expires_at: made.ends }) : notFound()
  }

  async function verify(
    session: Session,
    factorId: string,
    { challenge_id: challengeId, code }: Record<string, unknown>,
    request: Request,
    { ip, caller }: RequestContext,
  ): Promise<Response> {
    if (typeof code !== 'string' || code === '') return invalid('Code needs to be non-empty')
    if (!(await factorsOf(engine, session.user_id)).some(({ id }) => id === factorId)) return notFound()
    if (!z.guid().safeParse(challengeId).success) return refusals['no challenge']()
    // Counted before it is judged, so that a thousand guesses at once are not all let in.
    const wait = await wrongCodes.take(session.user_id)
    if (wait) return tooMany(wait)
    const answer = await factors.answer({ session, factorId, challengeId: String(challengeId), code: code.trim(), ip })
    if (answer !== 'wrong') await wrongCodes.giveBack(session.user_id)
    if (answer !== 'right') return refusals[answer]()
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    return library.fetch(
      new Request(new URL('/auth/v1/token?grant_type=refresh_token', request.url), {
        method: 'POST',
        headers,
        body: JSON.stringify({ refresh_token: await refreshTokenOf(engine, session.id) }),
      }),
      caller,
    )
  }

  async function unenroll(session: Session, id: string): Promise<Response> {
    const factor = (await factorsOf(engine, session.user_id)).find((each) => each.id === id)
    if (!factor) return notFound()
    if (factor.status === 'verified' && session.aal !== 'aal2')
      return authError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await removeFactor(engine, session.user_id, id)
    return Response.json({ id })
  }
}

const routes = new Set(['POST ', 'DELETE /:id', 'POST /:id/challenge', 'POST /:id/verify'])

function refusalOfNew(known: Factor[], session: Session, name: string): Response | null {
  if (name !== '' && known.some((factor) => factor.friendly_name === name))
    return authError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    )
  if (known.length >= mostFactors)
    return authError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  if (known.some(({ status }) => status === 'verified') && session.aal !== 'aal2')
    return authError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  return null
}

/** True for a change that a password alone may not make: of an account with a second factor, in a session without it. */
export async function wantsSecondFactor(
  engine: Engine,
  { userId, claims }: RequestContext['caller'],
): Promise<boolean> {
  if (userId === null) return false
  const { rows } = await engine.query(
    `select from auth.mfa_factors f where f.user_id = $1 and f.status = 'verified'
       and not exists (select from auth.sessions s where s.id::text = $2 and s.user_id = $1 and s.aal = 'aal2')`,
    [userId, String(claims?.['session_id'])],
  )
  return rows.length > 0
}
