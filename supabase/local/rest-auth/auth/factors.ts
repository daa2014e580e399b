import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import type { Engine, Queryable } from '../../contracts.ts'
import { stepOfCode, toBase32 } from './totp.ts'

export type Factor = {
  id: string
  friendly_name: string | null
  factor_type: 'totp'
  status: 'unverified' | 'verified'
  created_at: string
  updated_at: string
  last_challenged_at: string | null
}
export type Session = { id: string; user_id: string; aal: string }
export type Answer = 'right' | 'wrong' | 'no challenge' | 'other address' | 'expired'

export const mostFactors = 10
/** How long a challenge waits for its answer. */
export const challengeSeconds = 300
/** A factor that was enrolled and never used is forgotten. */
const unusedFactorLives = '1 day'
const factorColumns = 'id, friendly_name, factor_type, status, created_at, updated_at, last_challenged_at'

/** The factors of an account, the oldest first. */
export async function factorsOf(engine: Queryable, userId: string): Promise<Factor[]> {
  const { rows } = await engine.query<Factor>(
    `select ${factorColumns} from auth.mfa_factors where user_id::text = $1 order by created_at, id`,
    [userId],
  )
  return rows
}

export async function removeFactor(engine: Engine, userId: string, id: string): Promise<boolean> {
  return engine.transaction(async (tx) => {
    const { rows } = await tx.query('delete from auth.mfa_factors where id = $1 and user_id = $2 returning id', [
      id,
      userId,
    ])
    const { rows: lowered } = await tx.query<{ id: string }>(
      `update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1 returning id`,
      [id],
    )
    await tx.query(
      `delete from auth.mfa_amr_claims where authentication_method = 'totp' and session_id = any($1::uuid[])`,
      [lowered.map((session) => session.id)],
    )
    return rows.length > 0
  })
}

/** Second factors by time-based codes. `jwtSecret` is not in the database: a dump holds no secret that works. */
export function createFactors({ engine, jwtSecret }: { engine: Engine; jwtSecret: string }) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'secrets of second factors', 32))

  /** Bound to its factor, so that it cannot be moved to another row. */
  const encrypted = (secret: Buffer, id: string): string => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(id))
    const parts = [nonce, cipher.update(secret), cipher.final()]
    return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64')
  }
  /** Null for what was encrypted with other keys or for another factor. */
  const decrypted = (text: string, id: string): Buffer | null => {
    const bytes = Buffer.from(text, 'base64')
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
    cipher.setAAD(Buffer.from(id)).setAuthTag(bytes.subarray(-16))
    try {
      return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()])
    } catch {
      return null
    }
  }

  return {
    /** The open session of a token; null where it is over. */
    session: async (id: string): Promise<Session | null> => {
      const { rows } = await engine.query<Session>(
        `select id, user_id, coalesce(aal, 'aal1') as aal from auth.sessions where id::text = $1`,
        [id],
      )
      return rows[0] ?? null
    },

    /** A new factor, which counts from its first right code on. */
    enroll: async (userId: string, friendlyName: string): Promise<{ id: string; secret: string }> => {
      const [id, secret] = [randomUUID(), randomBytes(20)]
      await engine.query(
        `delete from auth.mfa_factors
          where user_id = $1 and status = 'unverified' and created_at < now() - interval '${unusedFactorLives}'`,
        [userId],
      )
      await engine.query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret) values ($1, $2, $3, 'totp', $4)`,
        [id, userId, friendlyName || null, encrypted(secret, id)],
      )
      return { id, secret: toBase32(secret) }
    },

    /** A challenge that this address may answer; null where the factor is not of this account. */
    challenge: async (userId: string, factorId: string, ip: string): Promise<{ id: string; ends: number } | null> => {
      const { rows } = await engine.query<{ id: string; ends: number }>(
        `with challenged as (
           update auth.mfa_factors set last_challenged_at = now() where id = $1 and user_id = $2 returning id
         ), forgotten as (
           delete from auth.mfa_challenges where factor_id = $1 and created_at < now() - interval '1 hour'
         )
         insert into auth.mfa_challenges (factor_id, ip_address) select id, $3 from challenged
         returning id, (extract(epoch from created_at) + ${challengeSeconds})::int as ends`,
        [factorId, userId, ip],
      )
      return rows[0] ?? null
    },

    /**
     * Judges an answer. The right one makes the session `aal2`, the factor one that counts, and ends the sessions of the
     * account that are less sure.
     */
    answer: (given: {
      session: Session
      factorId: string
      challengeId: string
      code: string
      ip: string
    }): Promise<Answer> =>
      engine.transaction(async (tx) => {
        const { session, factorId, challengeId, code, ip } = given
        const { rows } = await tx.query<{ secret: string; ip_address: string; fresh: boolean }>(
          `select f.secret, c.ip_address, c.created_at > now() - interval '${challengeSeconds} seconds' as fresh
             from auth.mfa_factors f join auth.mfa_challenges c on c.factor_id = f.id
            where f.id = $1 and f.user_id = $2 and c.id = $3 and c.verified_at is null for update`,
          [factorId, session.user_id, challengeId],
        )
        const [challenge] = rows
        if (!challenge) return 'no challenge'
        if (challenge.ip_address !== ip) return 'other address'
        if (!challenge.fresh) return 'expired'
        const secret = decrypted(challenge.secret, factorId)
        const step = secret && stepOfCode(secret, code, Date.now())
        return step !== null && (await taken(tx, { ...given, step })) ? 'right' : 'wrong'
      }),
  }
}

export type Factors = ReturnType<typeof createFactors>

/** Takes the code of a step, unless it or a later one was taken before. */
async function taken(
  tx: Queryable,
  { session, factorId, challengeId, step }: { session: Session; factorId: string; challengeId: string; step: number },
): Promise<boolean> {
  const { rows } = await tx.query(
    `update auth.mfa_factors set status = 'verified', last_step = $2, updated_at = now()
      where id = $1 and coalesce(last_step, -1) < $2 returning id`,
    [factorId, step],
  )
  if (rows.length === 0) return false
  await tx.query('update auth.mfa_challenges set verified_at = now() where id = $1', [challengeId])
  await tx.query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [session.id, factorId])
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at)
     values ($1, 'totp', clock_timestamp())
     on conflict (session_id, authentication_method) do update set created_at = excluded.created_at, updated_at = now()`,
    [session.id],
  )
  await tx.query(`delete from auth.sessions where user_id = $1 and coalesce(aal, 'aal1') = 'aal1'`, [session.user_id])
  await tx.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [session.user_id])
  return true
}

/** A refresh token of a session, to be exchanged for tokens that say what the session has become. */
export async function refreshTokenOf(engine: Queryable, sessionId: string): Promise<string> {
  const { rows } = await engine.query<{ token: string }>(
    `select token from auth.refresh_tokens where session_id = $1 and not revoked order by created_at desc limit 1`,
    [sessionId],
  )
  return rows[0]?.token ?? ''
}
