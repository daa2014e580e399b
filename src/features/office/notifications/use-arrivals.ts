import { useEffect, useEffectEvent } from 'react'
import type { Notice } from '@/shared/domain/records/notification'
import { arrivingNotices } from '@/streams/notifications/live-notifications'
import { readNotices } from './api/read-notices'
import { toldNotices } from './told-notices'

/** Calls `onArrival` with each notice that arrives on the live channel, once. Those found later only raise the badge. */
export function useArrivals(userId: string, onArrival: (notice: Notice) => void): void {
  const arrived = useEffectEvent(onArrival)

  useEffect(() => {
    const subscription = toldNotices(arrivingNotices(userId), (source, limit, signal) =>
      readNotices(source, { userId, readSince: null, limit, signal }),
    ).subscribe((notice) => arrived(notice))
    return () => subscription.unsubscribe()
  }, [userId])
}
