import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { decideAccess } from '../routing/access'
import { findRoute } from '../route-sets/find-route'
import { staffSet } from '../route-sets/staff'
import { useViewer } from '../viewer/viewer-context'

/** Asks for what the screen of a link reads first, where this person may open it. */
export function useAskFor(): (link: HTMLAnchorElement) => void {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  return useCallback(
    ({ pathname }) => {
      const route = findRoute(staffSet, pathname)
      if (route?.kind !== 'screen' || !route.readAhead || pathname === window.location.pathname) return
      if (decideAccess({ guard: route.guard, viewer, embedded: false }) !== 'show') return
      // What cannot be had now is asked for again by the screen, which says so.
      void route.readAhead(queryClient).catch(() => {})
    },
    [viewer, queryClient],
  )
}
