import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { merge } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { coalesceReads } from '@/streams/realtime/coalesce-reads'
import { taskListsKey } from '../api/tasks.query'

const pace = { pollEvery: 10_000, settle: 250 }

/**
 * Keeps task lists fresh: changes of shared tasks come on the page's topic, of private ones on their creator's own
 * topic.
 */
export function useLiveTasks(userId: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const stale$ = merge(
      channel(topics.page('tasks')).pipe(aboutTables('tasks'), resync(pace)),
      channel(topics.user(userId)).pipe(aboutTables('tasks'), resync(pace)),
    )
    const subscription = stale$
      .pipe(coalesceReads(0))
      .subscribe((because) => void readAgain(queryClient, taskListsKey, because))
    return () => subscription.unsubscribe()
  }, [userId, queryClient])
}
