import type { AppConfig } from '@/shared/db/config'
import { chooseRouteSet } from '../route-sets/choose-route-set'
import type { RouteSetName } from '../route-sets/route'
import { type Place, visitTo } from './visit'

/** The set of a place on the host that the app was loaded from. */
export const routeSetAt = (place: Place, config: AppConfig, staffSession: boolean): RouteSetName =>
  chooseRouteSet(visitTo(place, config, staffSession))
