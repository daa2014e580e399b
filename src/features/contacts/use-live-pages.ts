import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { merge } from 'rxjs'
import { topics } from '@/shared/domain/nudge'
import { can, type PageName } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { readAgain } from '@/shared/ui/read-again'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { contactsKey } from './api/contacts.query'
import { duplicatesKey } from './api/duplicates.query'

const pace = { pollEvery: 10_000, settle: 250 }

/** Reads contacts again when one of these pages changes; pages that the person may not see are not listened to. */
export function useLivePages(...pages: PageName[]): void {
  const queryClient = useQueryClient()
  const rights = useRights()
  const heard = pages.filter((page) => can(rights, page, 'view')).join(' ')

  useEffect(() => {
    const stale$ = merge(...heard.split(' ').map((page) => channel(topics.page(page)).pipe(resync(pace))))
    const subscription = stale$.subscribe((because) => void readAgain(queryClient, contactsKey, because))
    return () => subscription.unsubscribe()
  }, [heard, queryClient])
}

/** As above for a reading that costs the database a second: at most every ten seconds. */
export function useLiveDuplicates(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const stale$ = channel(topics.page('contacts')).pipe(resync({ pollEvery: 60_000, settle: 10_000 }))
    const subscription = stale$.subscribe((because) => void readAgain(queryClient, duplicatesKey, because))
    return () => subscription.unsubscribe()
  }, [queryClient])
}
