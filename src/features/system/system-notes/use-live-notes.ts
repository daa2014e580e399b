import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/nudge'
import { readAgain } from '@/shared/ui/read-again'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { systemNotesQuery } from './api/system-notes.query'

/** Notes appear as they are written. */
export function useLiveNotes(isSeen = true): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isSeen) return
    const subscription = channel(topics.page('system-notes'))
      .pipe(resync({ pollEvery: 30_000, settle: 200 }))
      .subscribe((because) => void readAgain(queryClient, systemNotesQuery.queryKey, because))
    return () => subscription.unsubscribe()
  }, [isSeen, queryClient])
}
