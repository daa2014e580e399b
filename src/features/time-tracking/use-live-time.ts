import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/nudge'
import { readAgain } from '@/shared/ui/read-again'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { staleTimer } from '@/streams/timer/timer-rows'
import { timeTrackingKey } from './api/time-tracking-key'

/** Own entries follow the person's channel: pushed while live, read every second otherwise (spec 2 §9). */
export function useLiveTime(userId: string): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = staleTimer(channel(topics.user(userId))).subscribe(
      (because) => void readAgain(queryClient, timeTrackingKey, because),
    )
    return () => subscription.unsubscribe()
  }, [userId, queryClient])
}

/** Everybody's entries, for who manages time: pushed while live, read every 30 s otherwise. */
export function useLiveTimeOfAll(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = channel(topics.page('time-tracking'))
      .pipe(resync({ pollEvery: 30_000, settle: 250 }))
      .subscribe((because) => void readAgain(queryClient, timeTrackingKey, because))
    return () => subscription.unsubscribe()
  }, [queryClient])
}
