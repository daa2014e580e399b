import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { topics } from '@/shared/domain/records/nudge'
import { readAgain } from '@/shared/hooks/read-again'
import { aboutTables } from '@/streams/realtime/about-tables'
import { channel } from '@/streams/realtime/live-channels'
import { resync } from '@/streams/realtime/resync'
import { rolePermissionsKey } from './api/role-permissions.query'

const pace = { pollEvery: 30_000, settle: 300 }

/** Shows a colleague's changes on the same screen, except while an own change is being saved. */
export function useLiveRolePermissions(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const subscription = channel(topics.page('contacts'))
      .pipe(aboutTables('page_permissions', 'role_permissions'), resync(pace))
      .subscribe((because) => {
        if (queryClient.isMutating({ mutationKey: ['save-rights'] }) === 0)
          void readAgain(queryClient, rolePermissionsKey, because)
      })
    return () => subscription.unsubscribe()
  }, [queryClient])
}
