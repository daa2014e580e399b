import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { type AccountOptions, createAccount, readAccount, userNotFound } from './admin-accounts.ts'
import { invalidBody } from './auth-answers.ts'
import type { ProductMails } from './auth-mails.ts'
import { mailLink } from './auth-redirect.ts'

const linkSchema = z.object({
  type: z.enum(['signup', 'recovery', 'magiclink', 'invite']),
  email: z.email().transform((email) => email.toLowerCase()),
  password: z.string().min(6).max(72).optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})

export type LinkOptions = AccountOptions & { mails: ProductMails; siteUrl: () => string; origins: () => string[] }

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
  const token = randomBytes(32).toString('hex')
  const column = type === 'signup' || type === 'invite' ? 'confirmation' : 'recovery'
  const invited = type === 'invite' ? ', invited_at = now()' : ''
  const { rows } = await options.engine.query<{ id: string }>(
    `update auth.users set ${column}_token = $2, ${column}_sent_at = now()${invited} where email = $1 returning id`,
    [email, token],
  )
  const id = rows[0]?.id
  if (!id) return userNotFound()
  const user: unknown = await (await readAccount(options.engine, id)).json()
  const link = mailLink({ kind: type, tokenHash: token, siteUrl: options.siteUrl(), origins: options.origins() })
  const redirectTo = new URL(link).searchParams.get('redirect_to')
  return Response.json({
    ...(typeof user === 'object' ? user : {}),
    action_link: link,
    email_otp: '',
    hashed_token: token,
    verification_type: type,
    redirect_to: redirectTo,
  })
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
