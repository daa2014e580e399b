import { PostgrestClient } from '@supabase/postgrest-js'
import { type Db, provideDb } from '../client'
import type { Database } from '../database.types'

/** Reads as a visitor, where the server writes pages: what a browser would ask of the backend is asked of `fetch`. */
export const readThrough = (fetch: (request: Request) => Promise<Response>): void =>
  provideDb(
    new PostgrestClient<Database>('http://site/rest/v1', {
      fetch: (input, init) => fetch(new Request(input, init)),
    }) as unknown as Db,
  )
