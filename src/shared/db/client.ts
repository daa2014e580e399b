import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { AppConfig } from './config'
import type { Database } from './database.types'

export type Db = SupabaseClient<Database>

/** The one Supabase client. `connectDb` fills it before any feature loads. */
export let db: Db

export function connectDb(config: AppConfig): Db {
  db = createClient<Database>(config.supabaseUrl, config.publishableKey, {
    auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false, storageKey: 'sb-signwright-auth' },
  })
  return db
}
