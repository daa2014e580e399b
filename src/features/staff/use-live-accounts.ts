import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filter } from 'rxjs'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { accountsKey } from './api/accounts.query'

const pace = { pollEvery: 30_000, settle: 150 }

const aboutPeople = (signal: Signal): boolean => {
  if (signal.kind !== 'message') return true
  const nudge = nudgeSchema.safeParse(signal.payload)
  return !nudge.success || nudge.data.table === 'user_roles' || nudge.data.table === 'contacts'
}

/** The list of accounts stays right while it is looked at. */
export function useLiveAccounts(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = channel(topics.page('contacts'))
      .pipe(filter(aboutPeople), resync(pace))
      .subscribe(() => void queryClient.invalidateQueries({ queryKey: accountsKey }))
    return () => subscription.unsubscribe()
  }, [queryClient])
}
