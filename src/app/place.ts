import type { AppConfig } from '@/shared/db/config'
import { chooseRouteSet } from './route-sets/choose-route-set'
import type { RouteSetName } from './route-sets/route'

export type Place = { pathname: string; search: string }

/** The set of a place on the host that the app was loaded from. */
export const routeSetAt = (place: Place, config: AppConfig, staffSession: boolean): RouteSetName =>
  chooseRouteSet({
    host: window.location.host,
    path: place.pathname,
    search: place.search,
    staffSession,
    companyDomain: config.companyDomain,
    staffHosts: config.staffHosts,
  })
