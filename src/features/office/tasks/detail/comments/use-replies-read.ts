import { useEffect } from 'react'
import { fromEvent, merge } from 'rxjs'
import { topics } from '@/shared/domain/records/nudge'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { markRepliesRead } from '@/features/office/tasks/api/detail/mark-replies-read.mutation'

/** From when on a reply counts as seen, in ms (spec 2 §4). */
const seenAfter = 100
const pollEvery = 30_000

/** Replies to a task are read when it is opened, and those that come while it is looked at are read as they come. */
export function useRepliesRead(userId: string, taskId: string): void {
  useEffect(() => {
    const read = () => {
      if (document.visibilityState === 'visible') void markRepliesRead({ userId, taskId }).catch(() => {})
    }
    const opened = setTimeout(read, seenAfter)
    const came$ = channel(topics.user(userId)).pipe(
      aboutTables('task_reply_notifications'),
      resync({ pollEvery, settle: seenAfter }),
    )
    const coming = merge(came$, fromEvent(document, 'visibilitychange')).subscribe(read)
    return () => {
      clearTimeout(opened)
      coming.unsubscribe()
    }
  }, [userId, taskId])
}
