import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { map, merge, type Observable } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { type Resync, resync } from '@/streams/realtime/resync'
import { coalesceReads } from '@/streams/realtime/coalesce-reads'
import { comingDeliveriesKey } from './api/coming-deliveries.query'
import { openTasksKey } from './api/open-tasks.query'
import { recentActivityKey } from './api/recent-activity.query'
import { timeTodayKey } from './api/time-today.query'

const pace = { pollEvery: 30_000, settle: 250 }

const everything = (signals$: Observable<Signal>): Observable<Signal> => signals$

export type Sees = { tasks: boolean; deliveries: boolean; quotations: boolean; contacts: boolean; notes: boolean }

/** The numbers of the dashboard follow the database: pushed while live, read every 30 s otherwise. */
export function useLiveDashboard(userId: string, { tasks, deliveries, quotations, contacts, notes }: Sees): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const own = (table: string) => channel(topics.user(userId)).pipe(aboutTables(table), resync(pace))
    const page = (name: string, isSeen: boolean, heard: typeof everything = everything) =>
      isSeen ? [channel(topics.page(name)).pipe(heard, resync(pace))] : []
    const stale = (key: readonly string[], sources: readonly Observable<Resync>[]) =>
      merge(...sources).pipe(
        coalesceReads(100),
        map((because) => ({ key, because })),
      )

    const subscription = merge(
      stale(openTasksKey, [own('tasks'), ...page('tasks', tasks, aboutTables('tasks'))]),
      stale(comingDeliveriesKey, page('deliveries', deliveries)),
      stale(timeTodayKey, [own('time_entries')]),
      stale(recentActivityKey, [
        ...page('tasks', tasks),
        ...page('deliveries', deliveries),
        ...page('quotations', quotations),
        ...page('contacts', contacts),
        ...page('system-notes', notes),
      ]),
    ).subscribe(({ key, because }) => void readAgain(queryClient, key, because))
    return () => subscription.unsubscribe()
  }, [userId, tasks, deliveries, quotations, contacts, notes, queryClient])
}
