import type { PostgrestClient } from '@supabase/postgrest-js'
import type { AuthClient } from '@supabase/auth-js'
import type { Database } from './database.types'
import type { lazyFunctions, lazyPieces, lazyStorage, liveLine } from './lazy-clients'

/** The part of the backend client that a tab uses. The code of files, functions and live topics loads on first use. */
export type Db = Pick<PostgrestClient<Database>, 'from' | 'rpc'> &
  Omit<ReturnType<typeof liveLine>, 'tokenChanged'> & {
    auth: InstanceType<typeof AuthClient>
    storage: ReturnType<typeof lazyStorage>
    uploadInPieces: ReturnType<typeof lazyPieces>
    functions: ReturnType<typeof lazyFunctions>
  }

/** The one client of the backend. `connectDb` or `connectVisitor` fills it before any feature loads. */
export let db: Db

export const provideDb = (client: Db): void => {
  db = client
}
