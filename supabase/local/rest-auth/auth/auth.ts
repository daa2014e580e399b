import { randomUUID } from 'node:crypto'
import { inTurnWith, type Peers } from '../../cluster/peers.ts'
import type { Engine, Keys, RequestContext, Service } from '../../contracts.ts'
import { publicKeys } from '../../gateway/signing-keys.ts'
import {
  accountByEmail,
  accountByMailedToken,
  accountByRefreshToken,
  hashPassword,
  passwordMatches,
  prolongInvitation,
  renewConfirmation,
} from './accounts.ts'
import { authError, invalidCredentials, isRecord, readBody, tooMany, userBanned, withBody } from './auth-answers.ts'
import { oddBody } from './auth-body.ts'
import { type ProductMails, whileChanging } from './auth-mails.ts'
import { withRequestedRedirect } from './auth-redirect.ts'
import { pretendEmailChange } from './email-change.ts'
import { createFactorRoutes, wantsSecondFactor } from './factor-routes.ts'
import type { Factors } from './factors.ts'
import type { Library } from '../library.ts'
import { createSharedLimiter } from './limiter.ts'
import { endReusedSession, type LiveSessions } from './live-sessions.ts'
import { createMailedRoutes, linkExpired } from './mailed-routes.ts'
import type { MailedSignIns } from './mailed-sign-ins.ts'
import { withFactors, withFullClaims } from './session-tokens.ts'
import { uniformSignUp } from './sign-up.ts'
import { createTurns } from '../turns.ts'

const minute = 60_000
/** An answer that must not tell whether an address is known takes at least this long. */
const uniformMs = 250

type Handler = (request: Request, context: RequestContext) => Promise<Response>

/**
 * /auth/v1: the library's answers, with what it lacks around them: limits, bans, and nothing that tells a stranger
 * whether an address has an account.
 */
export function createAuth(options: {
  engine: Engine
  peers: Peers
  library: Library
  mails: ProductMails
  admin: Service
  sessions: LiveSessions
  mailed: MailedSignIns
  factors: Factors
  companyName: () => Promise<string>
  /** Whether somebody may have an account without an address. */
  anonymousSignIns?: boolean | undefined
  siteUrl: () => string
  origins: () => string[]
  /** Signs the tokens of new sessions; `issuer` is their `iss`. */
  tokens: { keys: Keys; issuer: () => string }
}): Service {
  const { engine, peers, library, mails, admin, sessions, tokens } = options
  const wrongPasswords = createSharedLimiter(peers, 'wrong passwords', { limit: 30, windowMs: 5 * minute })
  const wrongPasswordsOfAddress = createSharedLimiter(peers, 'wrong passwords of address', {
    limit: 300,
    windowMs: 5 * minute,
  })
  const wrongTokens = createSharedLimiter(peers, 'wrong tokens', { limit: 30, windowMs: 5 * minute })
  const signUps = createSharedLimiter(peers, 'sign-ups', { limit: 60, windowMs: 5 * minute })
  const mailsToAddress = createSharedLimiter(peers, 'mails to address', { limit: 6, windowMs: 60 * minute })
  const mailsFromIp = createSharedLimiter(peers, 'mails from address', { limit: 60, windowMs: 5 * minute })
  const signUpsInTurn = createTurns()
  const oneSignUp = (email: string, work: () => Promise<Response>) =>
    signUpsInTurn(email, () => inTurnWith(peers, `sign-up ${email}`, work))

  const pass: Handler = (request, { caller }) => library.fetch(request, caller)

  const signIn: Handler = async (request, context) => {
    const body = await readBody(request)
    const { email, password, phone } = body ?? {}
    if (phone) return authError(422, 'phone_provider_disabled', 'Phone logins are disabled')
    if (typeof email !== 'string' || typeof password !== 'string') return pass(request, context)
    const guesser = `${context.ip} ${email.toLowerCase()}`
    // Counted before it is known to be wrong: a thousand guesses at once would all be let in before the first is judged.
    // Of an address that guessed too often nothing more is kept, whatever accounts it thinks of.
    const ofAddress = await wrongPasswordsOfAddress.take(context.ip)
    if (ofAddress) return tooMany(ofAddress)
    const wait = await wrongPasswords.take(guesser)
    if (wait) {
      await wrongPasswordsOfAddress.giveBack(context.ip)
      return tooMany(wait)
    }

    const account = await accountByEmail(engine, email)
    const answer = account?.confirmed && !account.banned ? await pass(request, context) : await refused()
    if (answer.status !== 400) {
      await wrongPasswords.giveBack(guesser)
      await wrongPasswordsOfAddress.giveBack(context.ip)
    }
    return answer

    /** Only who knows the password learns why the account is closed. */
    async function refused(): Promise<Response> {
      if (!(await passwordMatches(account, String(password)))) return invalidCredentials()
      return account?.banned ? userBanned() : authError(400, 'email_not_confirmed', 'Email not confirmed')
    }
  }

  const refresh: Handler = async (request, context) => {
    const token = (await readBody(request))?.['refresh_token']
    if (typeof token === 'string' && (await endReusedSession(engine, token)))
      return authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
    const account = typeof token === 'string' ? await accountByRefreshToken(engine, token) : null
    return account?.banned ? userBanned() : pass(request, context)
  }

  const token: Handler = (request, context) => {
    const grant = new URL(request.url).searchParams.get('grant_type')
    if (grant === 'password') return signIn(request, context)
    if (grant === 'id_token') return Promise.resolve(notEnabled.idToken())
    if (grant === 'web3') return Promise.resolve(notEnabled.web3())
    return grant === 'refresh_token' ? refresh(request, context) : pass(request, context)
  }

  /** A session of nobody in particular, where the setting allows it. */
  const anonymous = async (request: Request, context: RequestContext, data: unknown): Promise<Response> => {
    if (!options.anonymousSignIns) return notEnabled.anonymous()
    const wait = await signUps.take(context.ip)
    if (wait) return tooMany(wait)
    const id = randomUUID()
    await engine.query(
      `insert into auth.users (id, aud, role, is_anonymous, raw_app_meta_data, raw_user_meta_data)
       values ($1, 'authenticated', 'authenticated', true, '{}', $2::jsonb)`,
      [id, JSON.stringify(isRecord(data) ? data : {})],
    )
    return mailedRoutes.sessionOf(request, context, id, 'anonymous')
  }

  const signUp: Handler = async (request, context) => {
    const { email, password, data, phone } = (await readBody(request)) ?? {}
    if (phone) return authError(400, 'phone_provider_disabled', 'Phone signups are disabled')
    if (email === undefined && password === undefined) return anonymous(request, context, data)
    if (typeof email !== 'string' || typeof password !== 'string') return pass(request, context)
    const wait = (await signUps.take(context.ip)) ?? (await mailsToAddress.take(email.toLowerCase()))
    if (wait) return tooMany(wait, 'over_email_send_rate_limit')

    return uniformly(() =>
      oneSignUp(email.toLowerCase(), async () => {
        const account = await accountByEmail(engine, email)
        // The library judges e-mail and password before it looks for the account, so a refusal tells nothing.
        if (!account || password.length < 6 || password.length > 72) {
          const answer = await pass(request, context)
          return answer.ok ? uniformSignUp(email, isRecord(data) ? data : {}) : answer
        }
        await hashPassword(password)
        if (account.confirmed) await mails.sendAlreadyRegistered(account.email)
        else await mails.sendConfirmation(account.email, await renewConfirmation(engine, account.id))
        return uniformSignUp(email, isRecord(data) ? data : {})
      }),
    )
  }

  /** Mails to whoever it may concern; the answer is the same for every address. */
  const limited =
    (send: (email: string) => Promise<Response>) =>
    async (email: string, { ip }: RequestContext): Promise<Response> => {
      const wait = (await mailsFromIp.take(ip)) ?? (await mailsToAddress.take(email.toLowerCase()))
      if (wait) return tooMany(wait, 'over_email_send_rate_limit')
      return uniformly(() => send(email))
    }
  const mailTo =
    (send: Handler): Handler =>
    async (request, context) => {
      const email = (await readBody(request))?.['email']
      return typeof email === 'string' ? limited(() => send(request, context))(email, context) : pass(request, context)
    }
  const factorRoutes = createFactorRoutes({ ...options, issuer: options.companyName })
  const mailedRoutes = createMailedRoutes({ ...options, limited })

  const resend: Handler = async (request, context) => {
    const { type, email } = (await readBody(request)) ?? {}
    if (type !== 'signup' || typeof email !== 'string') return pass(request, context)
    const account = await accountByEmail(engine, email)
    if (account && !account.confirmed)
      await mails.sendConfirmation(account.email, await renewConfirmation(engine, account.id))
    return Response.json({})
  }

  /** `email` and `invite` are names that the client uses for the mails that we know as signup and recovery. */
  const verify: Handler = async (request, context) => {
    const wait = await wrongTokens.take(context.ip)
    if (wait) return tooMany(wait)
    const body = await readBody(request)
    const tokenHash = body?.['token_hash']
    if (tokenHash === '') {
      return authError(400, 'validation_failed', 'Verify requires a token or a token hash')
    }
    const ours = await mailedRoutes.verify(request, context)
    if (ours) {
      if (ours.ok || ours.status === 403) await wrongTokens.giveBack(context.ip)
      return ours
    }
    if (typeof tokenHash !== 'string') return linkExpired()
    const account = typeof tokenHash === 'string' ? await accountByMailedToken(engine, tokenHash) : null
    if (account?.banned) {
      await wrongTokens.giveBack(context.ip)
      return userBanned()
    }
    if (account?.kind === 'signup' && typeof tokenHash === 'string') await prolongInvitation(engine, tokenHash)
    const alias = body?.['type'] === 'email' || body?.['type'] === 'invite'
    const answer = await pass(
      alias ? withBody(request, { ...body, type: account?.kind ?? 'signup' }) : request,
      context,
    )
    if (answer.status < 400) await wrongTokens.giveBack(context.ip)
    return answer
  }

  const followLink: Handler = async (request, context) => {
    const wait = await wrongTokens.take(context.ip)
    if (wait) return tooMany(wait)
    const answer = await mailedRoutes.followLink(request, context)
    if (!answer.headers.get('location')?.includes('error_code')) await wrongTokens.giveBack(context.ip)
    return answer
  }

  const user: Handler = async (request, context) => {
    if (request.method === 'GET') return pass(request, context)
    const { email, ...rest } = (await readBody(request)) ?? {}
    const password = rest['password']
    if (typeof password === 'string' && new TextEncoder().encode(password).length > 72)
      return authError(422, 'weak_password', 'Password cannot be longer than 72 characters')
    const isGuarded = password !== undefined || (email !== undefined && email !== '')
    if (isGuarded && (await wantsSecondFactor(engine, context.caller))) return needsSecondFactor()
    const { userId } = context.caller
    if (userId !== null && typeof email === 'string' && email !== '') {
      const wait = (await mailsFromIp.take(context.ip)) ?? (await mailsToAddress.take(email.toLowerCase()))
      if (wait) return tooMany(wait, 'over_email_send_rate_limit')
    }
    const other = userId !== null && typeof email === 'string' ? await accountByEmail(engine, email) : null
    const isTaken = other !== null && other.id !== userId
    const current = String(context.caller.claims?.['email'] ?? '')
    const answer = await whileChanging(current, () => pass(isTaken ? withBody(request, rest) : request, context))
    if (typeof password === 'string' && answer.ok)
      await engine.query('delete from auth.sessions where user_id = $1 and id::text <> $2', [
        userId,
        String(context.caller.claims?.['session_id'] ?? ''),
      ])
    const isChange = typeof email === 'string' && email !== '' && email.toLowerCase() !== current
    if (isChange && answer.ok && current) await mails.sendEmailChangeNotice(current, email)
    if (!isTaken || userId === null || !answer.ok) return answer
    await pretendEmailChange(engine, mails, { userId, wanted: other.email })
    return pass(new Request(request.url, { headers: request.headers }), context)
  }

  const handlers: Record<string, Handler> = {
    'POST /token': token,
    'POST /signup': signUp,
    'POST /otp': mailedRoutes.otp,
    'POST /magiclink': mailedRoutes.otp,
    'POST /recover': mailedRoutes.recover,
    'POST /resend': mailTo(resend),
    'POST /verify': verify,
    'GET /verify': followLink,
    'GET /authorize': async () => notEnabled.provider(),
    'GET /callback': async () => notEnabled.provider(),
    'POST /sso': async () => notEnabled.sso(),
    'POST /logout': pass,
    'GET /user': user,
    'PUT /user': user,
    'GET /reauthenticate': pass,
    'GET /health': pass,
    'GET /settings': pass,
    'GET /.well-known/jwks.json': async () =>
      Response.json(publicKeys(tokens.keys), { headers: { 'cache-control': 'public, max-age=600' } }),
  }

  const answer: Handler = async (request, context) => {
    const path = new URL(request.url).pathname.slice('/auth/v1'.length)
    if (path.startsWith('/admin/') || path === '/invite') return admin.handle(request, context)
    if (path.startsWith('/factors')) {
      const answer = (await oddBody(request)) ?? (await factorRoutes(request, context))
      if (answer) return answer
    }
    const handler = handlers[`${request.method} ${path}`]
    if (!handler) return authError(404, 'not_found', 'This auth endpoint is not part of this backend')
    const refusal = await oddBody(request)
    return refusal ?? withRequestedRedirect(request, () => handler(request, context))
  }
  return {
    handle: async (request, context) => {
      const answered = await answer(request, context)
      if (request.method !== 'GET') sessions.lookAgain()
      if (isOfUser(request)) return withFactors(answered, engine)
      const isPassword = new URL(request.url).searchParams.get('grant_type') === 'password'
      const method = isPassword ? 'password' : 'otp'
      return withFullClaims(answered, { engine, keys: tokens.keys, issuer: tokens.issuer(), method })
    },
  }
}

const isOfUser = ({ url }: Request): boolean => new URL(url).pathname === '/auth/v1/user'

const needsSecondFactor = () =>
  authError(401, 'insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.')

/** What this backend does not do, in GoTrue's words for what a project has not enabled. */
const notEnabled = {
  provider: () => authError(400, 'validation_failed', 'Unsupported provider: provider is not enabled'),
  idToken: () => authError(400, 'provider_disabled', 'Provider is not enabled'),
  web3: () => authError(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
  sso: () => authError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  anonymous: () => authError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'),
}

async function uniformly(work: () => Promise<Response>): Promise<Response> {
  const [answer] = await Promise.all([work(), new Promise((resolve) => setTimeout(resolve, uniformMs))])
  return answer
}
