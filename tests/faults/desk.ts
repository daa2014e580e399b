import { environmentManager, InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { merge } from 'rxjs'
import { noticesQuery } from '@/features/office/notifications/api/notices.query'
import { unreadCountsQuery } from '@/features/office/notifications/api/unread-counts.query'
import { keepNoticesFresh } from '@/features/office/notifications/fresh-notices'
import { keepPanelFresh } from '@/features/office/notifications/fresh-panel'
import { rightsQuery } from '@/features/system/rights/api/rights.query'
import { keepRightsFresh } from '@/features/system/rights/fresh-rights'
import { completedEntriesQuery, openEntriesQuery } from '@/features/office/time-tracking/api/entries.query'
import { hoursQuery } from '@/features/office/time-tracking/api/hours.query'
import { keepTimeFresh } from '@/features/office/time-tracking/fresh-time'
import { readTimer, toTimer } from '@/features/office/timer/api/timer.query'
import { connectDb } from '@/shared/db/connect'
import { notificationSources } from '@/shared/domain/records/notification'
import { liveTimerRows } from '@/streams/timer/live-timer'

export type DeskOptions = { url: string; person: { id: string; email: string }; isPanelOpen: boolean }

/**
 * Everything that a tab on the time-tracking page keeps fresh: bell, bar, rights, timers and hours, and the open panel.
 * One module graph is one tab. Returns the function that closes it.
 */
export function openDesk({ url, person, isPanelOpen }: DeskOptions): () => void {
  environmentManager.setIsServer(() => false)
  connectDb({ supabaseUrl: url, publishableKey: 'key', companyDomain: '', demo: false })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 300_000 } } })
  const { id, email } = person
  const notices = notificationSources.map((source) => noticesQuery(id, source, 'unread'))
  const week = { from: '2026-11-16', to: '2026-11-22', zone: 'Europe/Berlin', userId: id, today: '2026-11-20' }

  const stopLooking = [
    new QueryObserver(queryClient, unreadCountsQuery(id)).subscribe(() => {}),
    new QueryObserver(queryClient, rightsQuery(id)).subscribe(() => {}),
    new QueryObserver(queryClient, openEntriesQuery(email)).subscribe(() => {}),
    new QueryObserver(queryClient, hoursQuery(week)).subscribe(() => {}),
    new InfiniteQueryObserver(queryClient, completedEntriesQuery(email)).subscribe(() => {}),
    ...(isPanelOpen ? notices.map((query) => new QueryObserver(queryClient, query).subscribe(() => {})) : []),
  ]
  const panel = { userId: id, showing: 'unread of all sources', queryKeys: notices.map(({ queryKey }) => queryKey) }
  const fresh = merge(
    keepNoticesFresh(id, queryClient),
    keepRightsFresh(id, 'sales', queryClient),
    keepTimeFresh(person, queryClient),
    liveTimerRows(id, { read: (signal) => readTimer(email, signal), parse: toTimer }),
    ...(isPanelOpen ? [keepPanelFresh(panel, queryClient)] : []),
  ).subscribe()

  return () => {
    fresh.unsubscribe()
    for (const stop of stopLooking) stop()
    queryClient.clear()
  }
}
