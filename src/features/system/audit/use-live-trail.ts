import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/nudge'
import { readAgain } from '@/shared/ui/read-again'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { auditKey } from './api/audit-trail.query'

/** The trail grows while it is looked at: whatever it covers says so on the page of contacts. */
export function useLiveTrail(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = channel(topics.page('contacts'))
      .pipe(resync({ pollEvery: 30_000, settle: 300 }))
      .subscribe((because) => void readAgain(queryClient, auditKey, because))
    return () => subscription.unsubscribe()
  }, [queryClient])
}
