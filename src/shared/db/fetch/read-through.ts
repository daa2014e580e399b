import { PostgrestClient } from '@supabase/postgrest-js'
import { type Db, provideDb } from '../client'
import type { Database } from '../database.types'

/** Provides a client without a session for the server that writes pages: its requests go to the given `fetch`. */
export const readThrough = (fetch: (request: Request) => Promise<Response>): void =>
  provideDb(
    new PostgrestClient<Database>('http://site/rest/v1', {
      fetch: (input, init) => fetch(new Request(input, init)),
    }) as unknown as Db,
  )
