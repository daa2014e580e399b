import { AuthClient, type AuthError } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import { withWords } from './fetch/answers-in-words'
import { asPerson, isToken } from './fetch/as-person'
import type { AppConfig } from './config'
import type { Database } from './database.types'
import { fetchWithTimeout } from './fetch/fetch-with-timeout'
import { lazyFunctions, lazyPieces, lazyStorage, liveLine, reconnectPause } from './lazy-clients'
import { withLocalExpiry } from './fetch/local-expiry'
import { withRefusedWrites } from './fetch/refused-writes'
import { type Tokens, withRenewal } from './fetch/renewed-token'
import { serverBackoff } from './fetch/server-backoff'
import { type Db, db, provideDb } from './client'

/**
 * Connects a tab that may have a session: data, accounts, files and live topics. Put together from the parts of
 * supabase-js, because its own client brings the code of all parts at once (docs/decisions/0184).
 */
export function connectDb({
  supabaseUrl,
  publishableKey: key,
}: Omit<AppConfig, 'ratesUrl' | 'staffHosts' | 'mapTiles'>): Db {
  const at = (path: string) => new URL(path, supabaseUrl.endsWith('/') ? supabaseUrl : `${supabaseUrl}/`).href
  const send = withRefusedWrites(withLocalExpiry(withRenewal(serverBackoff.watch(withWords(fetchWithTimeout)), tokens)))
  const auth = new AuthClient({
    url: at('auth/v1'),
    headers: { apikey: key, Authorization: `Bearer ${key}` },
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    storageKey: 'sb-signwright-auth',
    fetch: send,
  })
  const token = async () => (await auth.getSession()).data.session?.access_token ?? null
  const sent = asPerson(send, { key, token })
  const line = liveLine(async () => {
    const { RealtimeClient } = await import('@supabase/realtime-js')
    return new RealtimeClient(at('realtime/v1').replace(/^http/, 'ws'), {
      params: { apikey: key },
      accessToken: async () => (await token()) ?? key,
      fetch: sent,
      heartbeatIntervalMs: 10_000,
      reconnectAfterMs: reconnectPause,
    })
  })
  // The client does not retry reads. The streams do, because they know when a retry is useful (spec 1 §9).
  const made: Db = Object.assign(new PostgrestClient<Database>(at('rest/v1'), { fetch: sent, retry: false }), {
    auth,
    channel: line.channel,
    channels: line.channels,
    removeChannel: line.removeChannel,
    realtime: line.realtime,
    storage: lazyStorage(at('storage/v1'), sent),
    uploadInPieces: lazyPieces(at('storage/v1'), sent),
    functions: lazyFunctions(at('functions/v1'), asPerson(send, { key, token, without: isToken(key) ? key : null })),
  })
  auth.onAuthStateChange((event, session) =>
    line.tokenChanged(event === 'SIGNED_OUT' ? undefined : session?.access_token),
  )
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
 * True when the server refused the request, and was not only unable to answer. The auth client keeps a session whose
 * token is valid by the device's clock, although the server has already refused that token.
 */
const isFinal = ({ status }: AuthError): boolean =>
  status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429
