import { z } from 'zod'
import type { Engine, RequestContext } from '../../contracts.ts'
import { accountByEmail, type Account } from './accounts.ts'
import { createAccount } from './admin-accounts.ts'
import { authError, isRecord, readBody, userBanned } from './auth-answers.ts'
import type { ProductMails } from './auth-mails.ts'
import { mailLink, pageAfterLink, requestedRedirect } from './auth-redirect.ts'
import type { Library } from '../library.ts'
import { confirmByMail, type MailedKind, type MailedSignIns, type UsedMail } from './mailed-sign-ins.ts'
import { type Challenge, challengeOf, codeAndVerifier, issueAuthCode } from './pkce.ts'

type Handler = (request: Request, context: RequestContext) => Promise<Response>

const invalid = (msg: string) => authError(400, 'validation_failed', msg)
export const linkExpired = () => authError(403, 'otp_expired', 'Token has expired or is invalid')

/** Of which mails a type of `verify` takes the link or code; `email` is what the client calls several of them. */
const kindsOfType: Readonly<Record<string, readonly MailedKind[]>> = {
  email: ['magiclink', 'signup', 'invite', 'recovery'],
  magiclink: ['magiclink'],
  recovery: ['recovery'],
  signup: ['signup'],
  invite: ['invite'],
}

/** Signing in by what was mailed: links and codes of our own, where only hashes are kept. */
export function createMailedRoutes(options: {
  engine: Engine
  library: Library
  mails: ProductMails
  mailed: MailedSignIns
  siteUrl: () => string
  origins: () => string[]
  /** Sends work on when the address and the caller have not had too many mails; answers after an equal time. */
  limited: (work: (email: string) => Promise<Response>) => (email: string, context: RequestContext) => Promise<Response>
}) {
  const { engine, library, mails, mailed, siteUrl, origins } = options

  const mailTo = async (account: Account, kind: 'magiclink' | 'recovery', challenge: Challenge | null) => {
    const withCode = kind === 'magiclink'
    const { token, code } = await mailed.start({ userId: account.id, kind, challenge, withCode })
    const link = challenge
      ? serverLink(token, kind)
      : mailLink({ kind, tokenHash: token, siteUrl: siteUrl(), origins: origins() })
    return withCode ? mails.sendSignIn(account.email, { link, code }) : mails.sendRecoveryLink(account.email, link)
  }

  /** The link of a program with a challenge: this server answers it and sends the browser on with a code. */
  const serverLink = (token: string, type: string): string => {
    const link = new URL('/auth/v1/verify', siteUrl())
    link.searchParams.set('token', token)
    link.searchParams.set('type', type)
    link.searchParams.set('redirect_to', pageAfterLink(requestedRedirect(), here()).href)
    return link.href
  }
  const here = () => ({ siteUrl: siteUrl(), origins: origins() })

  /** A mail to whoever it may concern. What is wrong with the request is told; nothing tells of the address. */
  const mailing =
    (send: (email: string, body: Record<string, unknown>, challenge: Challenge | null) => Promise<void>): Handler =>
    async (request, context) => {
      const body = (await readBody(request)) ?? {}
      const challenge = challengeOf(body)
      if (typeof challenge === 'string') return invalid(challenge)
      const email = z.email().safeParse(String(body['email']).trim())
      if (!email.success) return invalid('Unable to validate email address: invalid format')
      const send200 = async (to: string) => {
        await send(to, body, challenge)
        return Response.json({})
      }
      return options.limited(send200)(email.data.toLowerCase(), context)
    }

  const newAccount = async (email: string, data: unknown): Promise<Account | null> => {
    await createAccount(
      { engine, revoked: () => {}, restored: () => {} },
      { email, ...(isRecord(data) ? { user_metadata: data } : {}) },
    )
    return accountByEmail(engine, email)
  }

  const signInMail = mailing(async (email, { create_user: create = true, data }, challenge) => {
    const account = (await accountByEmail(engine, email)) ?? (create === true ? await newAccount(email, data) : null)
    if (account && !account.banned) await mailTo(account, 'magiclink', challenge)
  })

  const otp: Handler = async (request, context) => {
    const { email, phone } = (await readBody(request)) ?? {}
    if (phone) return authError(400, 'phone_provider_disabled', 'Unsupported phone provider')
    if (!email) return invalid('One of email or phone must be set')
    return signInMail(request, context)
  }

  const recover = mailing(async (email, _body, challenge) => {
    const account = await accountByEmail(engine, email)
    if (account && !account.banned) await mailTo(account, 'recovery', challenge)
  })

  /** A session for whom the link or code in hand belongs to; null where it is none of ours. */
  const verify = async (request: Request, context: RequestContext): Promise<Response | null> => {
    const { type, token_hash: tokenHash, token, email } = (await readBody(request)) ?? {}
    const kinds = kindsOfType[String(type)]
    if (!kinds) return null
    const used =
      typeof tokenHash === 'string' && tokenHash !== ''
        ? await mailed.useLink(tokenHash, kinds)
        : typeof token === 'string' && typeof email === 'string'
          ? await mailed.useCode(email.trim(), token, kinds)
          : null
    return used && ((await refusalOf(used)) ?? sessionOf(request, context, used.userId, used.kind))
  }

  const refusalOf = async (used: UsedMail): Promise<Response | null> => {
    const { rows } = await engine.query(`select from auth.users where id = $1 and banned_until > now()`, [used.userId])
    if (rows.length > 0) return userBanned()
    await confirmByMail(engine, used)
    return null
  }

  /** A new session of somebody who was verified here; the library makes and answers it. */
  const sessionOf = async ({ url, headers }: Request, { caller }: RequestContext, userId: string, method: string) =>
    library.fetch(
      new Request(new URL('/auth/v1/token?grant_type=pkce', url), {
        method: 'POST',
        headers: { ...json(headers) },
        body: JSON.stringify(await codeAndVerifier(engine, userId, method)),
      }),
      caller,
    )

  /** The link of a mail, opened in a browser. Without a challenge it is not used up: the page that it leads to does. */
  const followLink: Handler = async (request) => {
    const asked = new URL(request.url).searchParams
    const [token, type] = [asked.get('token') ?? asked.get('token_hash') ?? '', asked.get('type') ?? '']
    const page = pageAfterLink(asked.get('redirect_to') ?? '', here())
    if (!token.startsWith('pkce_')) {
      const callback = new URL('/auth/callback', siteUrl())
      callback.search = String(new URLSearchParams({ token_hash: token, type, redirect_to: page.pathname }))
      return seeOther(callback)
    }
    const used = await mailed.useLink(token, kindsOfType[type] ?? [])
    const refusal = used ? await refusalOf(used) : linkExpired()
    if (!used?.challenge || refusal)
      return seeOther(withError(page, refusal?.status === 403 && used ? 'user_banned' : 'otp_expired'))
    const { userId, kind, challenge } = used
    page.searchParams.set('code', await issueAuthCode(engine, { userId, method: kind, challenge }))
    return seeOther(page)
  }

  return { otp, recover, verify, followLink, sessionOf }
}

const json = (headers: Headers): Record<string, string> => {
  const address = headers.get('x-forwarded-for')
  return { 'content-type': 'application/json', ...(address ? { 'x-forwarded-for': address } : {}) }
}

const errorWords = {
  otp_expired: 'Email link is invalid or has expired',
  user_banned: 'User is banned',
}

/** As GoTrue tells a page of a link that failed: in its query, and in its fragment for older clients. */
function withError(page: URL, code: keyof typeof errorWords): URL {
  const told = new URLSearchParams({ error: 'access_denied', error_code: code, error_description: errorWords[code] })
  page.search = String(told)
  page.hash = String(told)
  return page
}

const seeOther = (to: URL): Response =>
  new Response(null, { status: 303, headers: { location: to.href, 'cache-control': 'no-store' } })
