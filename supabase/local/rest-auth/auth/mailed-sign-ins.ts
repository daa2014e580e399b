import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Engine, Queryable } from '../../contracts.ts'
import type { Challenge } from './pkce.ts'

export type MailedKind = 'signup' | 'invite' | 'magiclink' | 'recovery'

/** What was used up: whose it was, and what the program that asked for it must show (PKCE). */
export type UsedMail = { userId: string; kind: MailedKind; challenge: Challenge | null }

/** How long a mailed link or code works. */
const lives = '1 hour'
/** So many codes may be tried for one mail, the right one included. */
const mostCodes = 5

const hashOfLink = (token: string): string => createHash('sha256').update(token).digest('hex')

/** The links and codes that were mailed to sign in with. `secret` is not in the database, so that a dump opens nothing. */
export function createMailedSignIns({ engine, secret }: { engine: Engine; secret: string }) {
  const hashOfCode = (userId: string, kind: string, code: string): string =>
    createHmac('sha256', secret).update(`mailed code ${userId} ${kind} ${code}`).digest('hex')

  return {
    /** A new link and code; those of an older mail of the kind work no more. */
    start: async (options: {
      userId: string
      kind: MailedKind
      challenge?: Challenge | null
      /** False where nobody is told the code, or the link. */
      withCode: boolean
      withLink?: boolean
    }): Promise<{ token: string; code: string }> => {
      const { userId, kind, challenge = null, withCode, withLink = true } = options
      const token = `${challenge ? 'pkce_' : ''}${randomBytes(32).toString('hex')}`
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      await engine.query(
        `insert into auth.mailed_sign_ins (user_id, kind, link_hash, code_hash, code_challenge, code_challenge_method)
         values ($1, $2, $3, $4, $5, $6)
         on conflict (user_id, kind) do update set link_hash = excluded.link_hash, code_hash = excluded.code_hash,
           code_challenge = excluded.code_challenge, code_challenge_method = excluded.code_challenge_method,
           wrong_codes = 0, sent_at = now()`,
        [
          ...[userId, kind, withLink ? hashOfLink(token) : null, withCode ? hashOfCode(userId, kind, code) : null],
          ...[challenge?.value ?? null, challenge?.method ?? null],
        ],
      )
      return { token, code }
    },

    /** Uses up the link; null where it is unknown, used or too old. */
    useLink: (token: string, kinds: readonly MailedKind[]): Promise<UsedMail | null> =>
      used(engine, 'link_hash = $1 and kind = any($2)', [hashOfLink(token), kinds]),

    /** Uses up the code of an address; null where it is wrong, used, too old or was guessed at too often. */
    useCode: async (email: string, code: string, kinds: readonly MailedKind[]): Promise<UsedMail | null> => {
      // Counted before it is judged: of a thousand guesses at once only the first five are looked at.
      const { rows } = await engine.query<{ user_id: string; kind: MailedKind; code_hash: string }>(
        `update auth.mailed_sign_ins m set wrong_codes = wrong_codes + 1 from auth.users u
          where u.id = m.user_id and u.email = lower($1) and not u.is_sso_user and m.kind = any($2)
            and m.code_hash is not null and m.wrong_codes < $3 and m.sent_at > now() - interval '${lives}'
        returning m.user_id, m.kind, m.code_hash`,
        [email, kinds, mostCodes],
      )
      const right = rows.find((row) => same(row.code_hash, hashOfCode(row.user_id, row.kind, code)))
      if (!right) return null
      return used(engine, 'user_id = $1 and kind = $2 and code_hash = $3', [right.user_id, right.kind, right.code_hash])
    },
  }
}

export type MailedSignIns = ReturnType<typeof createMailedSignIns>

async function used(engine: Queryable, which: string, parameters: readonly unknown[]): Promise<UsedMail | null> {
  const { rows } = await engine.query<{
    user_id: string
    kind: MailedKind
    code_challenge: string | null
    code_challenge_method: string | null
  }>(
    `delete from auth.mailed_sign_ins where ${which} and sent_at > now() - interval '${lives}'
     returning user_id, kind, code_challenge, code_challenge_method`,
    parameters,
  )
  const [row] = rows
  if (!row) return null
  const { code_challenge: value, code_challenge_method: method } = row
  const challenge =
    value && method ? { value, method: method === 'plain' ? ('plain' as const) : ('s256' as const) } : null
  return { userId: row.user_id, kind: row.kind, challenge }
}

function same(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/**
 * Who follows a mail to an address owns it. A password that was chosen before anybody had shown that is nobody's: it
 * could be that of a stranger who waits for the owner to come.
 */
export async function confirmByMail(engine: Engine, { userId, kind }: UsedMail): Promise<void> {
  await engine.query(
    `update auth.users set encrypted_password = case when $2 then encrypted_password end, email_confirmed_at = now(),
       confirmation_token = null, raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}',
       updated_at = now()
     where id = $1 and email_confirmed_at is null`,
    [userId, kind === 'signup'],
  )
}
