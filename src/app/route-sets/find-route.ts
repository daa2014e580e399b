import { matchRoutes } from 'react-router-dom'
import type { AppRoute, RouteSet } from './route.ts'

/** The routes of a set, each path once: a set's own screen comes before the shared public one. */
export const routesOf = (set: Pick<RouteSet, 'routes'>): AppRoute[] => [
  ...new Map([...set.routes].reverse().map((route) => [route.path, route])).values(),
]

const plainRoutes = new WeakMap<RouteSet['routes'], ReadonlyMap<string, AppRoute>>()

/** The routes whose path has no parameter. The router ranks them first, so an equal path is always such a route. */
function plainRoutesOf(set: Pick<RouteSet, 'routes'>): ReadonlyMap<string, AppRoute> {
  const known = plainRoutes.get(set.routes)
  if (known) return known
  const plain = new Map(
    routesOf(set)
      .filter(({ path }) => !/[:*?]/.test(path))
      .map((route) => [route.path, route]),
  )
  plainRoutes.set(set.routes, plain)
  return plain
}

/** The route of a set that answers this path, by the router's own ranking, or null. */
export function findRoute(set: Pick<RouteSet, 'routes'>, path: string): AppRoute | null {
  const plain = plainRoutesOf(set).get(path)
  if (plain) return plain
  const matched = matchRoutes(
    routesOf(set).map((route) => ({ path: route.path, handle: route })),
    path,
  )
  return matched?.[0]?.route.handle ?? null
}
