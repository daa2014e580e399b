import { z } from 'zod'
import { alone, type Peers } from '../../cluster/peers.ts'
import type { Caller, Engine } from '../../contracts.ts'

/** How long a session that was found open is believed to be, in ms. What ends one here is heard at once. */
const believedMs = 30_000

export type LiveSessions = {
  /** True for a token whose session was signed out, ended by a new password, or removed. */
  isEnded: (caller: Caller) => Promise<boolean>
  /** To be called when sessions may have ended. */
  lookAgain: () => void
}

/** Tells whether the session of an access token is still open; an answer is kept, so that not each request asks. */
export function createLiveSessions(engine: Engine, peers: Peers = alone, now: () => number = Date.now): LiveSessions {
  let open = new Map<string, number>()
  const forget = () => {
    // What is being asked now goes into the old map.
    open = new Map()
  }
  peers.hear('sessions', forget)
  peers.onMissed(forget)
  return {
    isEnded: async ({ claims }) => {
      const id = claims?.['session_id']
      if (id === undefined) return false
      const session = z.guid().safeParse(id)
      if (!session.success) return true
      if ((open.get(session.data) ?? 0) > now()) return false
      const known = open
      const { rows } = await engine.query('select from auth.sessions where id = $1', [session.data])
      if (rows.length === 0) return true
      if (known.size > 10_000) known.clear()
      known.set(session.data, now() + believedMs)
      return false
    },
    lookAgain: () => {
      forget()
      peers.tell('sessions', null)
    },
  }
}

/** How long a refresh token that was exchanged may come again whatever became of its session, in seconds. */
const reuseSeconds = 10

/**
 * True for a refresh token that was exchanged a while ago: whoever sends it may have stolen it, or was stolen from. Its
 * whole family ends, the tokens of both. The parent of the token that is active now is another case, as on Supabase: nobody has
 * used what took its place, so the answer was lost on the way (decision 0956).
 */
export async function endReusedSession(engine: Engine, refreshToken: string): Promise<boolean> {
  const { rows } = await engine.query(
    `delete from auth.sessions where id = (
       select old.session_id from auth.refresh_tokens old
        where old.token = $1 and old.revoked and old.updated_at < now() - make_interval(secs => $2)
          and not exists (
            select from auth.refresh_tokens active
             where active.session_id = old.session_id and active.parent = old.token and not active.revoked))
     returning id`,
    [refreshToken, reuseSeconds],
  )
  return rows.length > 0
}
