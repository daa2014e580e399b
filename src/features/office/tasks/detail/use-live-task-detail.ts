import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { merge, tap } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { commentsKey } from '../api/detail/comments.query'
import { readyKey } from '../api/detail/ready-marks.query'
import { taskKey } from '../api/tasks.query'

const pace = { pollEvery: 10_000, settle: 250 }

/** One open task stays right: its row, its comments and its ready marks, each read again only when it changed. */
export function useLiveTaskDetail(taskId: string): void {
  const queryClient = useQueryClient()

  useEffect(() => {
    const signals$ = channel(topics.task(taskId))
    const keep = (table: string, queryKey: QueryKey) =>
      signals$.pipe(
        aboutTables(table),
        resync(pace),
        tap((because) => void readAgain(queryClient, queryKey, because)),
      )
    const subscription = merge(
      keep('tasks', taskKey(taskId)),
      keep('task_comments', commentsKey(taskId)),
      keep('task_ready', readyKey(taskId)),
    ).subscribe()
    return () => subscription.unsubscribe()
  }, [taskId, queryClient])
}
