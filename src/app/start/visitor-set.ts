import type { AppConfig } from '@/shared/db/config'
import { routeSetOf } from '../route-sets/route-set-of'
import { type Place, visitTo } from '../routing/visit'

/** The addresses that need the client of a session, in every set. */
const isAboutSession = (path: string): boolean => path === '/auth' || path.startsWith('/auth/')

/**
 * The set of a place for a tab without a session: `client` or `marketing`. Null when the whole app is needed, because
 * the place belongs to the back office or allows sign-in.
 */
export function visitorSetAt(
  place: Place,
  config: Pick<AppConfig, 'companyDomain' | 'staffHosts'>,
): 'client' | 'marketing' | null {
  const set = routeSetOf(visitTo(place, config, false), () => false)
  if (set === 'staff' || isAboutSession(place.pathname)) return null
  return set === 'client' && place.pathname === '/' ? null : set
}
