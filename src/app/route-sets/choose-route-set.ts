import { clientSet } from './client.ts'
import { findRoute } from './find-route.ts'
import { marketingSet } from './marketing.ts'
import type { RouteSet, RouteSetName } from './route.ts'
import { routeSetOf, type Visit } from './route-set-of.ts'
import { staffSet } from './staff.ts'

export type { Visit } from './route-set-of.ts'

export const routeSets: Record<RouteSetName, RouteSet> = { staff: staffSet, client: clientSet, marketing: marketingSet }

/** Which of the three experiences a visit gets, with the paths of the back office at hand. */
export const chooseRouteSet = (visit: Visit): RouteSetName =>
  routeSetOf(visit, (path) => findRoute(staffSet, path) !== null)
