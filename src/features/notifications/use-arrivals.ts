import { useEffect, useEffectEvent } from 'react'
import { catchError, EMPTY, finalize, from, mergeMap } from 'rxjs'
import type { Notice } from '@/shared/domain/notification'
import { arrivingNotices } from '@/streams/notifications/live-notifications'
import { readNotices } from './api/read-notices'

/** Of a burst the newest are enough to find the one that was spoken of. */
const newest = 5

/** Calls `onArrival` with each notice that arrives on the live channel, once. Those found later only raise the badge. */
export function useArrivals(userId: string, onArrival: (notice: Notice) => void): void {
  const arrived = useEffectEvent(onArrival)

  useEffect(() => {
    const subscription = arrivingNotices(userId)
      .pipe(
        mergeMap(({ source, id }) => {
          const leaving = new AbortController()
          const wanted = { userId, readSince: null, limit: newest, signal: leaving.signal }
          return from(readNotices(source, wanted)).pipe(
            mergeMap((notices) => notices.filter((notice) => notice.id === id)),
            catchError(() => EMPTY),
            finalize(() => leaving.abort()),
          )
        }),
      )
      .subscribe((notice) => arrived(notice))
    return () => subscription.unsubscribe()
  }, [userId])
}
