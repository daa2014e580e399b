import { type AuthError, createClient } from '@supabase/supabase-js'
import { withWords } from './answers-in-words'
import type { AppConfig } from './config'
import type { Database } from './database.types'
import { impatientFetch } from './impatient-fetch'
import { withLocalExpiry } from './local-expiry'
import { type Tokens, withRenewal } from './renewed-token'
import { serverRest } from './server-rest'
import { type Db, db, provideDb } from './client'

/** Connects a tab that may have a session: data, accounts, files and live topics. */
export function connectDb(config: Omit<AppConfig, 'ratesUrl' | 'staffHosts'>): Db {
  const made = createClient<Database>(config.supabaseUrl, config.publishableKey, {
    auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false, storageKey: 'sb-signwright-auth' },
    realtime: { heartbeatIntervalMs: 10_000, reconnectAfterMs: reconnectPause },
    // Reads are not tried again behind the back of the streams, which know when it is worth it (spec 1 §9).
    db: { retry: false },
    global: { fetch: withLocalExpiry(withRenewal(serverRest.watch(withWords(impatientFetch)), tokens)) },
  })
  provideDb(made)
  return made
}

const tokens: Tokens = {
  current: async () => (await db.auth.getSession()).data.session?.access_token ?? null,
  renew: async () => {
    const { data, error } = await db.auth.refreshSession()
    if (error && isFinal(error)) await db.auth.signOut({ scope: 'local' })
    return data.session?.access_token ?? null
  },
}

/**
 * Whether the server said no, and not only that it cannot answer now. The auth client keeps a session whose token looks
 * good by the clock of the device; here the server has refused that token already.
 */
const isFinal = ({ status }: AuthError): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429

const reconnectSteps = [1000, 2000, 5000, 10_000]

/**
 * How long to wait, in ms, before the given try (from 1) to reconnect. Full jitter: after a restart of the server
 * a thousand browsers come back over the whole step instead of all at once.
 */
export const reconnectPause = (tries: number, random = Math.random): number =>
  random() * (reconnectSteps[tries - 1] ?? (tries > 10 ? 30_000 : 10_000))
