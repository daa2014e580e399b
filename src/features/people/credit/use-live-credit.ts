import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/nudge'
import { readAgain } from '@/shared/ui/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { creditKey } from './api/credit.query'

const pace = { pollEvery: 10_000, settle: 250 }

/** Reads applications again when one changes, or a contact: both are told on the page of contacts. */
export function useLiveCredit(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const stale$ = channel(topics.page('contacts')).pipe(aboutTables('credit_applications', 'contacts'), resync(pace))
    const subscription = stale$.subscribe((because) => void readAgain(queryClient, creditKey, because))
    return () => subscription.unsubscribe()
  }, [queryClient])
}
