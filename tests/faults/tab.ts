import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { EMPTY, filter, merge } from 'rxjs'
import { queryClient } from '@/app/start/query-client'
import { noticesKey } from '@/features/office/notifications/api/notices.query'
import { againAfterFailure } from '@/features/office/notifications/api/notifications-key'
import { readNotices } from '@/features/office/notifications/api/read-notices'
import { unreadCountsQuery, unreadOf } from '@/features/office/notifications/api/unread-counts.query'
import { keepNoticesFresh } from '@/features/office/notifications/fresh-notices'
import { keepPanelFresh } from '@/features/office/notifications/fresh-panel'
import type { Db } from '@/shared/db/client'
import { connectDb } from '@/shared/db/connect'
import { nudgeSchema, topics } from '@/shared/domain/records/nudge'
import { type Notice, type NotificationSource, notificationSources } from '@/shared/domain/records/notification'
import { liveNotifications } from '@/streams/notifications/live-notifications'
import type { StaleSource } from '@/streams/notifications/notification-signals'
import { channel } from '@/streams/realtime/live-channels'

export type TabOptions = {
  person: { id: string; email: string; password: string }
  url: string
  publishableKey: string
  /** Which reasons to read again it heeds. All of them, but where an experiment asks what would fail without one. */
  heeds?: readonly StaleSource['because'][]
  /** Every id of a row that it read, at any time. */
  onRow?: (id: string) => void
  /** The id in every nudge that reached it. */
  onNudge?: (id: string) => void
  onLive?: (live: boolean) => void
  onCount?: (count: number) => void
}

export type Tab = {
  db: Db
  /** The bell's number: unread notices over the five sources; null until all were read once. */
  badge: () => number | null
  /** The panel's current list, by source. */
  listed: () => readonly Notice[]
  isLive: () => boolean
  /** True while a read of the bell or the panel is under way. */
  isReading: () => boolean
  close: () => Promise<void>
}

const everything = 10_000

/**
 * The bell and the open panel of one person, without a browser: the product's own client, streams and queries, wired
 * together. One module graph has one client, so a second person needs a graph of their own.
 */
export async function openTab({ person, url, publishableKey, ...watching }: TabOptions): Promise<Tab> {
  environmentManager.setIsServer(() => false)
  const db = connectDb({ supabaseUrl: url, publishableKey, companyDomain: '', demo: false })
  const { error } = await db.auth.signInWithPassword(person)
  if (error) throw error

  let live = false
  let badge: number | null = null
  const counts = new QueryObserver(queryClient, unreadCountsQuery(person.id))
  const keyOf = (source: NotificationSource) => [...noticesKey(person.id, source), 'everything']
  const lists = notificationSources.map(
    (source) =>
      new QueryObserver(queryClient, {
        queryKey: keyOf(source),
        queryFn: async ({ signal }) => {
          const rows = await readNotices(source, { userId: person.id, readSince: null, limit: everything, signal })
          for (const { id } of rows) watching.onRow?.(id)
          return rows
        },
        refetchInterval: againAfterFailure,
      }),
  )
  const stopCounting = counts.subscribe(({ data }) => {
    if (!data) return
    const count = unreadOf(data)
    if (count !== badge) watching.onCount?.(count)
    badge = count
  })
  const stopListing = lists.map((list) => list.subscribe(() => {}))

  const stale$ = liveNotifications(person.id).pipe(
    filter(({ because }) => !watching.heeds || watching.heeds.includes(because)),
  )
  const panel = {
    userId: person.id,
    showing: 'everything',
    queryKeys: notificationSources.map(keyOf),
    pollEvery: 30_000,
  }
  const polls = !watching.heeds || watching.heeds.includes('polled')
  const reading = merge(
    keepNoticesFresh(person.id, queryClient, stale$),
    polls ? keepPanelFresh(panel, queryClient) : EMPTY,
  ).subscribe()
  const watchingChannel = channel(topics.user(person.id)).subscribe((signal) => {
    if (signal.kind === 'message') {
      const nudge = nudgeSchema.safeParse(signal.payload)
      if (nudge.success && nudge.data.id) watching.onNudge?.(nudge.data.id)
    } else if (live !== (signal.kind === 'live')) {
      live = signal.kind === 'live'
      watching.onLive?.(live)
    }
  })

  return {
    db,
    badge: () => badge,
    listed: () => lists.flatMap((list) => list.getCurrentResult().data ?? []),
    isLive: () => live,
    isReading: () => queryClient.isFetching() > 0,
    close: async () => {
      reading.unsubscribe()
      watchingChannel.unsubscribe()
      stopCounting()
      for (const stop of stopListing) stop()
      queryClient.clear()
      await Promise.all(db.channels().map((one) => db.removeChannel(one)))
      await db.auth.stopAutoRefresh()
      await db.realtime.disconnect()
    },
  }
}
