import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filter } from 'rxjs'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import { useRights } from '@/shared/ui/current-user'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { companyKey } from './api/company.query'
import { websiteMetadataKey } from './api/metadata.query'
import { recentChangesKey } from './api/recent-changes.query'

/** Settings change once in a while: a tab whose channel is down asks for them every 5 minutes. */
const pollEvery = 300_000
/** A change reaches the whole house at once; its tabs read again spread over this many ms. */
const spread = 1500

const aboutTable = (table: string) => (signal: Signal) =>
  signal.kind !== 'message' || nudgeSchema.safeParse(signal.payload).data?.table === table

/** The company and its site as they are now, on every screen of whoever works here. */
export function useLiveSettings(): void {
  const queryClient = useQueryClient()
  const { role } = useRights()

  useEffect(() => {
    if (role === null) return
    const changed = (table: string, key: readonly string[]) =>
      channel(topics.role(role))
        .pipe(filter(aboutTable(table)), resync({ pollEvery, settle: 200 + Math.random() * spread }))
        .subscribe(() => {
          void queryClient.invalidateQueries({ queryKey: key })
          void queryClient.invalidateQueries({ queryKey: recentChangesKey })
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
