import { publicScreens } from '../areas/public-screens.ts'
import type { RouteSet } from './route.ts'
import { routeOf } from './routes-of-areas.ts'

/** The public site of the company (spec 1 §2.4). */
export const marketingSet: RouteSet = {
  name: 'marketing',
  fallback: 'not-found',
  routes: publicScreens.filter(({ sets }) => sets.includes('marketing')).map((entry) => routeOf(entry, 'public')),
}
