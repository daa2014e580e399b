import { hasStoredSession } from '@/features/system/auth/stored-session'
import type { AppConfig } from '@/shared/db/config'
import { connectDb } from '@/shared/db/connect'
import { prefetchRights } from './prefetch-rights'

/** Connects the whole app, and asks at once for what every screen of a signed-in person waits for. */
export function connectApp(config: AppConfig): void {
  const db = connectDb(config)
  if (hasStoredSession()) prefetchRights(db)
}
