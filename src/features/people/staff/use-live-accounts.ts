import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/nudge'
import { readAgain } from '@/shared/ui/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { accountsKey } from './api/accounts.query'

const pace = { pollEvery: 30_000, settle: 150 }

/** The list of accounts stays right while it is looked at. */
export function useLiveAccounts(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = channel(topics.page('contacts'))
      .pipe(aboutTables('user_roles', 'contacts'), resync(pace))
      .subscribe((because) => void readAgain(queryClient, accountsKey, because))
    return () => subscription.unsubscribe()
  }, [queryClient])
}
