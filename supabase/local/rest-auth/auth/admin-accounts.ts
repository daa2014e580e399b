import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Engine, Queryable } from '../../contracts.ts'
import { hashPassword } from './accounts.ts'
import { authError, invalidBody } from './auth-answers.ts'

/** What the secret key may set of an account. */
export const attributesSchema = z
  .object({
    email: z
      .email()
      .transform((email) => email.toLowerCase())
      .optional(),
    password: z.string().min(6).max(72).optional(),
    /** Of an account that comes from elsewhere: bcrypt. */
    password_hash: z
      .string()
      .regex(/^\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}$/)
      .optional(),
    email_confirm: z.boolean().optional(),
    user_metadata: z.record(z.string(), z.unknown()).optional(),
    app_metadata: z.record(z.string(), z.unknown()).optional(),
    /** `none`, or a Go duration such as `24h` or `90m`. */
    ban_duration: z
      .string()
      .regex(/^(none|(\d+(\.\d+)?(h|m|s))+)$/)
      .optional(),
  })
  .refine(
    ({ password, password_hash }) => password === undefined || password_hash === undefined,
    'Only a password or a password hash should be provided',
  )
export type Attributes = z.infer<typeof attributesSchema>

export type AccountOptions = {
  engine: Engine
  /** Called when an account may no longer be used; `until` is a time in ms, or forever. */
  revoked: (userId: string, until: number) => void
  restored: (userId: string) => void
}

const userColumns = `u.id, u.aud, u.role, u.email, coalesce(u.phone, '') as phone, u.email_confirmed_at, u.confirmed_at, u.invited_at,
  u.last_sign_in_at, u.banned_until, u.raw_app_meta_data as app_metadata, u.raw_user_meta_data as user_metadata,
  u.created_at, u.updated_at, u.is_anonymous, coalesce((
    select jsonb_agg(jsonb_build_object('identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id,
      'identity_data', i.identity_data, 'provider', i.provider, 'last_sign_in_at', i.last_sign_in_at,
      'created_at', i.created_at, 'updated_at', i.updated_at, 'email', i.email))
    from auth.identities i where i.user_id = u.id), '[]') as identities`

/** An absent or empty number is the default; a wrong one is refused. */
const counted = (byDefault: number) =>
  z.preprocess((text) => text || byDefault, z.coerce.number().int().min(1).max(1_000_000))
const pageSchema = z.object({ page: counted(1), per_page: counted(50).transform((many) => Math.min(many, 1000)) })

export const userNotFound = () => authError(404, 'user_not_found', 'User not found')
const emailExists = () => authError(422, 'email_exists', 'A user with this email address has already been registered')

/** Accounts, the newest first, in pages, as `auth.admin.listUsers` asks for them. */
export async function listAccounts(engine: Engine, query: URLSearchParams): Promise<Response> {
  const asked = pageSchema.safeParse({ page: query.get('page'), per_page: query.get('per_page') })
  if (!asked.success) return invalidBody(asked.error)
  const { page, per_page: perPage } = asked.data
  const { rows } = await engine.query(
    `select ${userColumns} from auth.users u where u.deleted_at is null order by u.created_at desc, u.id desc limit $1 offset $2`,
    [perPage, (page - 1) * perPage],
  )
  const { rows: counted } = await engine.query<{ total: number }>(
    'select count(*)::int as total from auth.users where deleted_at is null',
  )
  const total = counted[0]?.total ?? 0
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = page < last ? [link(page + 1, 'next'), link(last, 'last')] : [link(last, 'last')]
  return Response.json(
    { users: rows, aud: 'authenticated' },
    { headers: { 'x-total-count': String(total), link: links.join(', ') } },
  )
}

export async function readAccount(engine: Queryable, id: string): Promise<Response> {
  const { rows } = await engine.query(`select ${userColumns} from auth.users u where u.id = $1`, [id])
  return rows[0] ? Response.json(rows[0]) : userNotFound()
}

/** Of the password that is set; null where none is. */
const newHash = async ({ password, password_hash }: Attributes): Promise<string | null> =>
  password === undefined ? (password_hash ?? null) : hashPassword(password)

/** A new account with its identity; 422 `email_exists` where the address has one. */
export async function createAccount({ engine, revoked }: AccountOptions, attributes: Attributes): Promise<Response> {
  const { email, email_confirm, user_metadata, app_metadata, ban_duration } = attributes
  if (!email) return authError(400, 'validation_failed', 'Cannot create a user without an email')
  const id = randomUUID()
  const hashed = await newHash(attributes)
  const bannedUntil = banEnd(ban_duration)
  const metadata = { ...user_metadata, email, email_verified: email_confirm ?? false, phone_verified: false, sub: id }
  const created = await engine.transaction(async (tx) => {
    const { rows } = await tx.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, banned_until,
         raw_app_meta_data, raw_user_meta_data)
       values ($1, 'authenticated', 'authenticated', $2, $3, case when $4::boolean then now() end, $5::timestamptz,
         $6::jsonb, $7::jsonb)
       on conflict do nothing returning id`,
      [
        id,
        email,
        hashed,
        email_confirm ?? false,
        bannedUntil?.toISOString() ?? null,
        JSON.stringify({ provider: 'email', providers: ['email'], ...app_metadata }),
        JSON.stringify(metadata),
      ],
    )
    if (rows.length === 0) return false
    await tx.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values ($1, 'email', $2::text, $3, $4::jsonb)`,
      [randomUUID(), id, id, JSON.stringify(metadata)],
    )
    return true
  })
  if (!created) return emailExists()
  if (bannedUntil) revoked(id, bannedUntil.getTime())
  return readAccount(engine, id)
}

/** Changes what is given. A new password and a ban end every session. */
export async function updateAccount(options: AccountOptions, id: string, attributes: Attributes): Promise<Response> {
  const { email, email_confirm, user_metadata, app_metadata, ban_duration } = attributes
  const hashed = await newHash(attributes)
  const bannedUntil = banEnd(ban_duration)
  const outcome = await options.engine.transaction(async (tx) => {
    if (email !== undefined) {
      const { rows } = await tx.query('select from auth.users where email = $1 and id <> $2', [email, id])
      if (rows.length > 0) return 'taken'
    }
    const { rows } = await tx.query(
      `update auth.users set
         email = coalesce($2, email), encrypted_password = coalesce($3, encrypted_password),
         email_confirmed_at = case when $4::boolean then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
         raw_user_meta_data = raw_user_meta_data || $5::jsonb, raw_app_meta_data = raw_app_meta_data || $6::jsonb,
         banned_until = case when $7::boolean then $8::timestamptz else banned_until end, updated_at = now()
       where id = $1 returning id`,
      [
        id,
        email ?? null,
        hashed,
        email_confirm ?? false,
        JSON.stringify(user_metadata ?? {}),
        JSON.stringify(app_metadata ?? {}),
        ban_duration !== undefined,
        bannedUntil?.toISOString() ?? null,
      ],
    )
    if (rows.length === 0) return 'missing'
    if (email !== undefined)
      await tx.query(
        `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text)
         where user_id = $1 and provider = 'email'`,
        [id, email],
      )
    if (bannedUntil || hashed) await tx.query('delete from auth.sessions where user_id = $1', [id])
    return 'done'
  })
  if (outcome === 'taken') return emailExists()
  if (outcome === 'missing') return userNotFound()
  if (bannedUntil) options.revoked(id, bannedUntil.getTime())
  else if (ban_duration !== undefined) options.restored(id)
  return readAccount(options.engine, id)
}

export async function removeAccount({ engine, revoked }: AccountOptions, id: string): Promise<Response> {
  const { rows } = await engine.query('delete from auth.users where id = $1 returning id', [id])
  if (rows.length === 0) return userNotFound()
  revoked(id, Number.POSITIVE_INFINITY)
  return Response.json({})
}

/** When a ban of this length, beginning now, ends; null for none. */
function banEnd(duration: string | undefined): Date | null {
  if (duration === undefined || duration === 'none') return null
  const seconds = { h: 3600, m: 60, s: 1 }
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)([hms])/g)]
  const total = parts.reduce((sum, [, amount, unit]) => {
    const factor = unit === 'h' ? seconds.h : unit === 'm' ? seconds.m : seconds.s
    return sum + Number(amount) * factor
  }, 0)
  return new Date(Date.now() + Math.min(total, 100 * 365 * 24 * 3600) * 1000)
}
