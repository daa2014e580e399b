import { rightsQuery } from '@/features/system/rights/api/rights.query'
import type { Db } from '@/shared/db/client'
import { queryClient } from './query-client'

/**
 * Asks for the rights of a signed-in person while the code of the app still loads: every screen waits for them. It never
 * fails. A screen that does not find the rights asks for them again.
 */
export function prefetchRights(db: Db): void {
  void db.auth
    .getSession()
    .then(({ data }) => (data.session ? queryClient.prefetchQuery(rightsQuery(data.session.user.id)) : undefined))
    .catch(() => {})
}
