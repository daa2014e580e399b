import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { merge } from 'rxjs'
import { topics } from '@/shared/domain/nudge'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { readAgain } from '@/shared/ui/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { contactsKey } from './api/contacts.query'
import { duplicatesKey } from './api/duplicates.query'

const pace = { pollEvery: 10_000, settle: 250 }

/** What each page tells that shows on a card: of comments, roles or rights it hears nothing. */
const tables = {
  contacts: [
    'contacts',
    'contact_types',
    'contact_relations',
    'contact_bank_accounts',
    'contact_notes',
    'distinct_contacts',
    'credit_applications',
  ],
  locations: ['locations'],
  quotations: ['quotations'],
  deliveries: ['deliveries'],
  tasks: ['tasks'],
} as const

/** Reads contacts again when what they show of one of these pages changes; pages that the person may not see are not listened to. */
export function useLivePages(...pages: (keyof typeof tables)[]): void {
  const queryClient = useQueryClient()
  const rights = useRights()
  const heard = pages.filter((page) => can(rights, page, 'view')).join(' ')

  useEffect(() => {
    const stale$ = merge(
      ...heard
        .split(' ')
        .filter(isPage)
        .map((page) => channel(topics.page(page)).pipe(aboutTables(...tables[page]), resync(pace))),
    )
    const subscription = stale$.subscribe((because) => void readAgain(queryClient, contactsKey, because))
    return () => subscription.unsubscribe()
  }, [heard, queryClient])
}

const isPage = (page: string): page is keyof typeof tables => Object.hasOwn(tables, page)

/** The list of pairs is read again at most every ten seconds: one import tells of hundreds of contacts. */
export function useLiveDuplicates(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const stale$ = channel(topics.page('contacts')).pipe(
      aboutTables('contacts', 'distinct_contacts'),
      resync({ pollEvery: 60_000, settle: 10_000 }),
    )
    const subscription = stale$.subscribe((because) => void readAgain(queryClient, duplicatesKey, because))
    return () => subscription.unsubscribe()
  }, [queryClient])
}
