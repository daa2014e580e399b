import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filter, merge, tap } from 'rxjs'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { commentsKey } from '../api/comments.query'
import { readyKey } from '../api/ready-marks.query'
import { taskKey } from '../api/tasks.query'

const pace = { pollEvery: 10_000, settle: 250 }

/** All but nudges of other tables: what cannot be read may be about anything. */
const about =
  (table: string) =>
  (signal: Signal): boolean => {
    if (signal.kind !== 'message') return true
    const nudge = nudgeSchema.safeParse(signal.payload)
    return !nudge.success || nudge.data.table === table
  }

/** One open task stays right: its row, its comments and its ready marks, each read again only when it changed. */
export function useLiveTaskDetail(taskId: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const signals$ = channel(topics.task(taskId))
    const keep = (table: string, queryKey: QueryKey) =>
      signals$.pipe(
        filter(about(table)),
        resync(pace),
        tap(() => void queryClient.invalidateQueries({ queryKey })),
      )
    const subscription = merge(
      keep('tasks', taskKey(taskId)),
      keep('task_comments', commentsKey(taskId)),
      keep('task_ready', readyKey(taskId)),
    ).subscribe()
    return () => subscription.unsubscribe()
  }, [taskId, queryClient])
}
