import { PostgrestClient } from '@supabase/postgrest-js'
import { withWords } from './fetch/answers-in-words'
import { asPerson, isToken } from './fetch/as-person'
import { type Db, provideDb } from './client'
import type { AppConfig } from './config'
import type { Database } from './database.types'
import { fetchWithTimeout } from './fetch/fetch-with-timeout'
import { lazyFunctions, liveLine, reconnectPause } from './lazy-clients'

/**
 * Connects a tab without a session: it reads public rows, listens to the topics of its linked documents and calls the functions
 * open to visitors. The code of live topics and functions loads on first use; the code of accounts and files never loads. After
 * sign-in the tab uses the whole client (docs/decisions/0184).
 */
export function connectVisitor({ supabaseUrl, publishableKey: key }: AppConfig): void {
  const at = (path: string) => `${supabaseUrl}/${path}`
  const send = withWords(fetchWithTimeout)
  const token = () => Promise.resolve(null)
  const sent = asPerson(send, { key, token })
  const rest = new PostgrestClient<Database>(at('rest/v1'), { fetch: sent })
  const line = liveLine(async () => {
    const { RealtimeClient } = await import('@supabase/realtime-js')
    return new RealtimeClient(at('realtime/v1').replace(/^http/, 'ws'), {
      params: { apikey: key },
      accessToken: () => Promise.resolve(key),
      fetch: sent,
      heartbeatIntervalMs: 10_000,
      reconnectAfterMs: reconnectPause,
    })
  })
  const parts = {
    channel: line.channel,
    channels: line.channels,
    removeChannel: line.removeChannel,
    realtime: line.realtime,
    functions: lazyFunctions(at('functions/v1'), asPerson(send, { key, token, without: isToken(key) ? key : null })),
  }
  provideDb(
    new Proxy(rest, {
      get: (client, name) => {
        if (needsSession.has(name)) throw new Error(`db.${String(name)} needs the client of a session.`)
        if (name in parts) return Reflect.get(parts, name)
        const part: unknown = Reflect.get(client, name, client)
        return typeof part === 'function' ? part.bind(client) : part
      },
    }) as unknown as Db,
  )
}

const needsSession: ReadonlySet<string | symbol> = new Set(['auth', 'storage'])
