import { randomBytes } from 'node:crypto'
import { compare, hash } from 'bcryptjs'
import type { Engine } from '../../contracts.ts'

export type Account = {
  id: string
  email: string
  encrypted_password: string | null
  confirmed: boolean
  banned: boolean
}

const columns = `id, email, encrypted_password, email_confirmed_at is not null as confirmed,
  coalesce(banned_until > now(), false) as banned`

/** The account of an e-mail address, whatever its case; null when there is none. */
export async function accountByEmail(engine: Engine, email: string): Promise<Account | null> {
  const { rows } = await engine.query<Account>(
    `select ${columns} from auth.users where email = lower($1) and not is_sso_user and deleted_at is null`,
    [email],
  )
  return rows[0] ?? null
}

/** The account that a refresh token belongs to. */
export async function accountByRefreshToken(engine: Engine, token: string): Promise<Account | null> {
  const { rows } = await engine.query<Account>(
    `select ${columns} from auth.users where id = (select user_id from auth.refresh_tokens where token = $1 limit 1)`,
    [token],
  )
  return rows[0] ?? null
}

/** The account that a mailed token belongs to, and which mail it was. No token is nobody's. */
export async function accountByMailedToken(
  engine: Engine,
  tokenHash: string,
): Promise<(Account & { kind: 'signup' | 'recovery' }) | null> {
  if (tokenHash === '') return null
  const { rows } = await engine.query<Account & { kind: 'signup' | 'recovery' }>(
    `select ${columns}, case when confirmation_token = $1 then 'signup' else 'recovery' end as kind
     from auth.users where confirmation_token = $1 or recovery_token = $1`,
    [tokenHash],
  )
  return rows[0] ?? null
}

/** A new token for the confirmation mail of an account that was not confirmed yet. */
export async function renewConfirmation(engine: Engine, id: string): Promise<string> {
  const token = randomBytes(32).toString('hex')
  await engine.query(
    `update auth.users set confirmation_token = $2, confirmation_sent_at = now(), updated_at = now() where id = $1`,
    [id, token],
  )
  return token
}

/**
 * The auth library lets a mailed link live for an hour after it was sent. The link of an invitation counts as sent now
 * while the invitation lives; a later link of the same account is none.
 */
export async function prolongInvitation(engine: Engine, token: string): Promise<void> {
  await engine.query(
    `update auth.users set confirmation_sent_at = now()
      where confirmation_token = $1 and email_confirmed_at is null and confirmation_sent_at = invited_at
        and invited_at > now() - auth.invitation_lives()`,
    [token],
  )
}

const rounds = 10
export const hashPassword = (password: string): Promise<string> => hash(password, rounds)

const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

/** Takes as long for an address without an account, and is then false. */
export async function passwordMatches(account: Account | null, password: string): Promise<boolean> {
  const matches = await compare(password, account?.encrypted_password ?? (await nobodysHash))
  return matches && Boolean(account?.encrypted_password)
}
