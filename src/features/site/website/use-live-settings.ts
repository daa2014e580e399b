import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/records/nudge'
import { useRights } from '@/shared/hooks/current-user'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { companyKey } from '../shared/api/company.query'
import { websiteMetadataKey } from './api/metadata.query'
import { recentChangesKey } from './api/recent-changes.query'

/** Settings change rarely: a tab whose channel is down polls them every 5 minutes. */
const pollEvery = 300_000

/** Keeps the company's and the site's settings up to date on every staff screen. */
export function useLiveSettings(): void {
  const queryClient = useQueryClient()
  const { role } = useRights()

  useEffect(() => {
    if (role === null) return
    const changed = (table: string, key: readonly string[]) =>
      channel(topics.role(role))
        .pipe(aboutTables(table), resync({ pollEvery, settle: 200 }))
        .subscribe((because) => {
          void readAgain(queryClient, key, because)
          void readAgain(queryClient, recentChangesKey, because)
        })
    const subscriptions = [
      changed('company_settings', companyKey),
      changed('website_metadata_settings', websiteMetadataKey),
    ]
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe()
    }
  }, [role, queryClient])
}
