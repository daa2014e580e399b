import { rightsQuery } from '@/features/system/rights/api/rights.query'
import type { Db } from '@/shared/db/client'
import { queryClient } from './query-client'

/**
 * Asks beside the code of the app for what every screen of a signed-in person waits for: what the person may do. It never fails: what is not there in time is asked for again by whoever needs it.
 */
export function askAhead(db: Db): void {
  void db.auth
    .getSession()
    .then(({ data }) => (data.session ? queryClient.prefetchQuery(rightsQuery(data.session.user.id)) : undefined))
    .catch(() => {})
}
