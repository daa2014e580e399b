import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.types'

export type Db = SupabaseClient<Database>

/** The one client of the backend. `connectDb` or `connectVisitor` fills it before any feature loads. */
export let db: Db

export const provideDb = (client: Db): void => {
  db = client
}
