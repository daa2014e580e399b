import { hasStoredSession } from '@/features/system/auth/stored-session'
import type { AppConfig } from '@/shared/db/config'
import { connectDb } from '@/shared/db/connect'
import { prefetchRights } from './prefetch-rights'

/** Connects the whole app, and at once starts the reads that every screen of a signed-in person needs. */
export function connectApp(config: AppConfig): void {
  const db = connectDb(config)
  if (hasStoredSession()) prefetchRights(db)
}
