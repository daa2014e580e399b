import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { accountByEmail } from './accounts.ts'
import { type AccountOptions, createAccount, readAccount, userNotFound } from './admin-accounts.ts'
import { invalidBody } from './auth-answers.ts'
import type { ProductMails } from './auth-mails.ts'
import type { MailedKind, MailedSignIns } from './mailed-sign-ins.ts'
import { mailLink } from './auth-redirect.ts'

const linkSchema = z.object({
  type: z.enum(['signup', 'recovery', 'magiclink', 'invite']),
  email: z.email().transform((email) => email.toLowerCase()),
  password: z.string().min(6).max(72).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

export type LinkOptions = AccountOptions & {
  mails: ProductMails
  mailed: MailedSignIns
  siteUrl: () => string
  origins: () => string[]
}

/** A one-time link of an account, made at need; it goes to whoever asked, not by mail. */
export async function generateLink(options: LinkOptions, body: unknown): Promise<Response> {
  const parsed = linkSchema.safeParse(body)
  if (!parsed.success) return invalidBody(parsed.error)
  const { type, email, password, data } = parsed.data
  if (type === 'signup' || (type === 'invite' && !(await waitsForInvitation(options, email)))) {
    const created = await createAccount(options, {
      email,
      ...(password === undefined ? {} : { password }),
      ...(data === undefined ? {} : { user_metadata: data }),
    })
    if (!created.ok) return created
  }
  const made = await makeLink(options, type, email)
  if (!made) return userNotFound()
  const { id, token, code } = made
  const user: unknown = await (await readAccount(options.engine, id)).json()
  const link = mailLink({ kind: type, tokenHash: token, siteUrl: options.siteUrl(), origins: options.origins() })
  const redirectTo = new URL(link).searchParams.get('redirect_to')
  return Response.json({
    ...(typeof user === 'object' ? user : {}),
    action_link: link,
    email_otp: code,
    hashed_token: token,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

/** Link and code of an account; null where there is none. */
async function makeLink(
  { engine, mailed }: LinkOptions,
  kind: MailedKind,
  email: string,
): Promise<{ id: string; token: string; code: string } | null> {
  if (kind === 'magiclink' || kind === 'recovery') {
    const account = await accountByEmail(engine, email)
    return account && { id: account.id, ...(await mailed.start({ userId: account.id, kind, withCode: true })) }
  }
  const confirmation = randomBytes(32).toString('hex')
  const { rows } = await engine.query<{ id: string }>(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now(),
       invited_at = case when $3 then now() else invited_at end where email = $1 returning id`,
    [email, confirmation, kind === 'invite'],
  )
  const id = rows[0]?.id
  if (!id) return null
  const { code } = await mailed.start({ userId: id, kind, withCode: true, withLink: false })
  return { id, token: confirmation, code }
}

/** Who was invited and never came is invited again by the same call. */
async function waitsForInvitation({ engine }: LinkOptions, email: string): Promise<boolean> {
  const { rows } = await engine.query('select 1 from auth.users where email = $1 and email_confirmed_at is null', [
    email,
  ])
  return rows.length > 0
}

/** A new account, or one that nobody used yet, whose owner gets the link by mail and chooses a password there. */
export async function inviteByMail(options: LinkOptions, body: unknown): Promise<Response> {
  const answer = await generateLink(options, { ...(typeof body === 'object' ? body : {}), type: 'invite' })
  if (!answer.ok) return answer
  const { email, hashed_token } = z
    .looseObject({ email: z.string(), hashed_token: z.string() })
    .parse(await answer.clone().json())
  await options.mails.sendInvitation(email, hashed_token)
  return answer
}
