import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { decideAccess } from '../routing/access'
import { findRoute } from '../route-sets/find-route'
import { staffSet } from '../route-sets/staff'
import { useViewer } from '../viewer/viewer-context'

/** Starts the first reads of a link's screen, when this person may open it. */
export function useAskFor(): (link: HTMLAnchorElement) => void {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  return useCallback(
    ({ pathname }) => {
      const route = findRoute(staffSet, pathname)
      if (route?.kind !== 'screen' || !route.readAhead || pathname === window.location.pathname) return
      if (decideAccess({ guard: route.guard, viewer, embedded: false }) !== 'show') return
      // A failed read is repeated by the screen, which shows the error.
      void route.readAhead(queryClient).catch(() => {})
    },
    [viewer, queryClient],
  )
}
