import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/records/nudge'
import { readAgain } from '@/shared/hooks/read-again'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { timeTrackingKey } from './api/time-tracking-key'
import { keepTimeFresh } from './fresh-time'

/** The timers and hours of a person stay right while they are looked at. */
export function useLiveTime(person: { id: string; email: string }): void {
  const queryClient = useQueryClient()
  const { id, email } = person
  useEffect(() => {
    const subscription = keepTimeFresh({ id, email }, queryClient).subscribe()
    return () => subscription.unsubscribe()
  }, [id, email, queryClient])
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
