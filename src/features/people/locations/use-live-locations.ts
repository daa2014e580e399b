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
import { locationsKey } from './api/locations.query'

const pace = { pollEvery: 10_000, settle: 250 }

/** What each page tells that shows here: of comments or bank accounts it hears nothing. */
const tables = {
  locations: ['locations'],
  contacts: ['contacts', 'contact_relations'],
  tasks: ['tasks'],
  deliveries: ['deliveries'],
} as const
const pages = ['locations', 'contacts', 'tasks', 'deliveries'] as const

/** Reads locations again when one changes, or what hangs on them; pages that the person may not see are not listened to. */
export function useLiveLocations(): void {
  const queryClient = useQueryClient()
  const rights = useRights()
  const heard = pages.filter((page) => can(rights, page, 'view')).join(' ')

  useEffect(() => {
    const stale$ = merge(
      ...pages
        .filter((page) => heard.split(' ').includes(page))
        .map((page) => channel(topics.page(page)).pipe(aboutTables(...tables[page]), resync(pace))),
    )
    const subscription = stale$.subscribe((because) => void readAgain(queryClient, locationsKey, because))
    return () => subscription.unsubscribe()
  }, [heard, queryClient])
}
