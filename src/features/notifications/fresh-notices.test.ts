import { QueryClient } from '@tanstack/react-query'
import { concat, NEVER, of } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { connectDb } from '@/shared/db/client'
import { notificationSources } from '@/shared/domain/notification'
import { noticesKey } from './api/notices.query'
import { unreadCountsKey } from './api/unread-counts.query'
import { keepNoticesFresh } from './fresh-notices'

test('what a channel that is live already says at once is heard by the counts and by every source', async () => {
  vi.stubGlobal('WebSocket', class {})
  connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false })
  const queries = new QueryClient()
  const keys = [unreadCountsKey('petra'), ...notificationSources.map((source) => noticesKey('petra', source))]
  for (const key of keys) queries.setQueryData(key, 'read before')
  const said = notificationSources.map((source) => ({ source, because: 'connected' as const }))
  const connected$ = concat(of(...said), NEVER)

  const subscription = keepNoticesFresh('petra', queries, connected$).subscribe()
  await new Promise((resolve) => setTimeout(resolve))
  expect(keys.map((key) => queries.getQueryState(key)?.isInvalidated)).toEqual(keys.map(() => true))
  subscription.unsubscribe()
  vi.unstubAllGlobals()
})
