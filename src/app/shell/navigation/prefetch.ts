import { findRoute } from '../../route-sets/find-route'
import { staffSet } from '../../route-sets/staff'

/** Fetches the code of a screen early, for example when the pointer rests on its link. */
export function prefetch(path: string): void {
  const route = findRoute(staffSet, path)
  if (route?.kind === 'screen') void route.load?.().catch(() => {})
}
