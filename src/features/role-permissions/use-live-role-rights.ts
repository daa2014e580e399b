import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { filter } from 'rxjs'
import { nudgeSchema, topics } from '@/shared/domain/nudge'
import type { Signal } from '@/streams/realtime/channels'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { roleRightsKey } from './api/role-rights.query'

const pace = { pollEvery: 30_000, settle: 300 }

const aboutRights = (signal: Signal): boolean => {
  if (signal.kind !== 'message') return true
  const nudge = nudgeSchema.safeParse(signal.payload)
  return !nudge.success || nudge.data.table === 'page_permissions' || nudge.data.table === 'role_permissions'
}

/** What a colleague changes on the same screen shows here too; not while a change of one's own is on its way. */
export function useLiveRoleRights(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = channel(topics.page('contacts'))
      .pipe(filter(aboutRights), resync(pace))
      .subscribe(() => {
        if (queryClient.isMutating({ mutationKey: ['save-rights'] }) === 0)
          void queryClient.invalidateQueries({ queryKey: roleRightsKey })
      })
    return () => subscription.unsubscribe()
  }, [queryClient])
}
