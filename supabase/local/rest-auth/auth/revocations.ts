import { z } from 'zod'
import type { Peers } from '../../cluster/peers.ts'
import type { Caller, Engine } from '../../contracts.ts'

const told = z.object({ userId: z.string(), until: z.number().nullable() })

/** Accounts that are banned now, each with its end in ms. */
async function bannedUntil(engine: Engine): Promise<Map<string, number>> {
  const { rows } = await engine.query<{ id: string; until: number | null }>(
    `select id, extract(epoch from banned_until)::float8 * 1000 as until from auth.users where banned_until > now()`,
  )
  return new Map(rows.map(({ id, until }) => [id, until ?? Number.POSITIVE_INFINITY]))
}

/** Who may no longer use a token that has not ended: the banned and the deleted, on all servers of the database. */
export async function revocations(engine: Engine, peers: Peers) {
  const until = await bannedUntil(engine)
  let heard: (userId: string) => void = () => {}

  const take = (userId: string, end: number) => {
    until.set(userId, end)
    heard(userId)
  }
  peers.hear('revoked', (body) => {
    const { userId, until: end } = told.parse(body)
    take(userId, end ?? Number.POSITIVE_INFINITY)
  })
  peers.hear('restored', (userId) => void until.delete(String(userId)))
  peers.onMissed(() => {
    void bannedUntil(engine)
      .then((banned) => {
        for (const [userId, end] of until) if (Number.isFinite(end) && !banned.has(userId)) until.delete(userId)
        for (const [userId, end] of banned) if (until.get(userId) !== end) take(userId, end)
      })
      // Who was banned meanwhile keeps a token for as long as the database is away, and can do nothing with it.
      .catch(() => {})
  })

  return {
    isRevoked: ({ userId }: Caller) => userId !== null && (until.get(userId) ?? 0) > Date.now(),
    onRevoked: (listener: (userId: string) => void) => {
      heard = listener
    },
    /** The end in ms; infinite for a deleted account. */
    revoke(userId: string, end: number) {
      take(userId, end)
      peers.tell('revoked', { userId, until: Number.isFinite(end) ? end : null })
    },
    restore(userId: string) {
      until.delete(userId)
      peers.tell('restored', userId)
    },
  }
}
