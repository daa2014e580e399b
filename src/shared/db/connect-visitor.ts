import { PostgrestClient } from '@supabase/postgrest-js'
import { withWords } from './answers-in-words'
import { type Db, provideDb } from './client'
import type { AppConfig } from './config'
import type { Database } from './database.types'
import { impatientFetch } from './impatient-fetch'

/**
 * Connects a tab without a session: it reads what everybody may read, and loads no code for accounts, files and live
 * topics. Whoever signs in gets the whole client (docs/decisions/0184).
 */
export function connectVisitor({ supabaseUrl, publishableKey }: AppConfig): void {
  const rest = new PostgrestClient<Database>(`${supabaseUrl}/rest/v1`, {
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    fetch: withWords(impatientFetch),
  })
  provideDb(
    new Proxy(rest, {
      get: (client, name) => {
        if (needsSession.has(name)) throw new Error(`db.${String(name)} needs the client of a session.`)
        const part: unknown = Reflect.get(client, name, client)
        return typeof part === 'function' ? part.bind(client) : part
      },
    }) as unknown as Db,
  )
}

const needsSession: ReadonlySet<string | symbol> = new Set(['auth', 'storage', 'realtime', 'channel', 'functions'])
