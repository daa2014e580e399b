import { rightsQuery } from '@/features/system/rights/api/rights.query'
import type { Db } from '@/shared/db/client'
import { queryClient } from './query-client'

/**
 * Reads the rights of a signed-in person while the app's code still loads, because every screen needs them. It never
 * fails; a screen without the rights reads them again.
 */
export function prefetchRights(db: Db): void {
  void db.auth
    .getSession()
    .then(({ data }) => (data.session ? queryClient.prefetchQuery(rightsQuery(data.session.user.id)) : undefined))
    .catch(() => {})
}
