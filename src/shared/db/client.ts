import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { AppConfig } from './config'
import type { Database } from './database.types'
import { type Tokens, withRenewal } from './renewed-token'

export type Db = SupabaseClient<Database>

/** The one Supabase client. `connectDb` fills it before any feature loads. */
export let db: Db

export function connectDb(config: Omit<AppConfig, 'ratesUrl'>): Db {
  db = createClient<Database>(config.supabaseUrl, config.publishableKey, {
    auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false, storageKey: 'sb-signwright-auth' },
    realtime: { heartbeatIntervalMs: 10_000, reconnectAfterMs: reconnectPause },
    global: { fetch: withRenewal(impatientFetch, tokens) },
  })
  return db
}

const tokens: Tokens = {
  current: async () => (await db.auth.getSession()).data.session?.access_token ?? null,
  renew: async () => (await db.auth.refreshSession()).data.session?.access_token ?? null,
}

/** How long, in ms, a read waits for its answer to begin. */
const answerWithin = 10_000

/**
 * `fetch`, but a read of rows that nobody answers fails after 10 s, so that it is tried again: on a line that went
 * dead without a word it would wait for minutes, and its number would stay wrong. Writes and files wait as they do.
 */
export const impatientFetch: typeof fetch = async (input, init = {}) => {
  const url = input instanceof Request ? input.url : String(input)
  if (!['GET', 'HEAD'].includes(init.method ?? 'GET') || !url.includes('/rest/v1/')) return fetch(input, init)
  const silence = new AbortController()
  const giveUp = () => silence.abort(new DOMException('The server did not answer.', 'TimeoutError'))
  const timer = setTimeout(giveUp, answerWithin)
  try {
    const { signal } = init
    return await fetch(input, {
      ...init,
      signal: AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal]),
    })
  } finally {
    clearTimeout(timer)
  }
}

const reconnectSteps = [1000, 2000, 5000, 10_000]

/**
 * How long to wait, in ms, before the given try (from 1) to reconnect. Full jitter: after a restart of the server
 * a thousand browsers come back over the whole step instead of all at once.
 */
export const reconnectPause = (tries: number, random = Math.random): number =>
  random() * (reconnectSteps[tries - 1] ?? (tries > 10 ? 30_000 : 10_000))
