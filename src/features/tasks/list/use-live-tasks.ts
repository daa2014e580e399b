import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { auditTime, filter, merge } from 'rxjs'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { taskListsKey } from '../api/tasks.query'

const pace = { pollEvery: 10_000, settle: 250 }

const aboutTasks = (signal: Signal): boolean => {
  if (signal.kind !== 'message') return true
  const nudge = nudgeSchema.safeParse(signal.payload)
  return !nudge.success || nudge.data.table === 'tasks'
}

/** Task lists stay right: of shared tasks the page hears, of private ones only their creator's own channel. */
export function useLiveTasks(userId: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const stale$ = merge(
      channel(topics.page('tasks')).pipe(resync(pace)),
      channel(topics.user(userId)).pipe(filter(aboutTasks), resync(pace)),
    )
    const subscription = stale$
      .pipe(auditTime(0))
      .subscribe(() => void queryClient.invalidateQueries({ queryKey: taskListsKey }))
    return () => subscription.unsubscribe()
  }, [userId, queryClient])
}
