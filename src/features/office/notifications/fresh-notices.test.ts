import { QueryClient } from '@tanstack/react-query'
import { concat, NEVER, of } from 'rxjs'
import { afterEach, expect, test, vi } from 'vitest'
import { connectDb } from '@/shared/db/connect'
import { notificationSources } from '@/shared/domain/records/notification'
import { noticesKey } from './api/notices.query'
import { unreadCountsKey } from './api/unread-counts.query'
import { keepNoticesFresh } from './fresh-notices'

/** A line that never opens, and that the client may close whenever it likes. */
class ClosedSocket {
  readonly readyState = 3
  readonly bufferedAmount = 0
  close(): void {}
}

function listen(because: 'connected' | 'polled') {
  vi.stubGlobal('WebSocket', ClosedSocket)
  connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: false })
  const queries = new QueryClient()
  const keys = [unreadCountsKey('petra'), ...notificationSources.map((source) => noticesKey('petra', source))]
  for (const key of keys) queries.setQueryData(key, 'read before')
  const said = notificationSources.map((source) => ({ source, because }))
  const subscription = keepNoticesFresh('petra', queries, concat(of(...said), NEVER)).subscribe()
  const doubted = () => keys.map((key) => queries.getQueryState(key)?.isInvalidated)
  return { keys, doubted, stop: () => subscription.unsubscribe() }
}

afterEach(() => void vi.unstubAllGlobals())

test('what a channel that is live already says at once is heard by the counts and by every source', async () => {
  const { keys, doubted, stop } = listen('connected')
  await new Promise((resolve) => setTimeout(resolve))
  expect(doubted()).toEqual(keys.map(() => true))
  stop()
})

test('a panel that is opened after a poll reads its rows, whatever the counts were', async () => {
  const { keys, doubted, stop } = listen('polled')
  await new Promise((resolve) => setTimeout(resolve))
  expect(doubted()).toEqual(keys.map(() => true))
  stop()
})
