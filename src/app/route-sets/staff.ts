import { publicScreens } from '../areas/public-screens.ts'
import { staffAreas } from '../areas/staff-areas.ts'
import type { RouteSet } from './route.ts'
import { routeOf } from './routes-of-areas.ts'

/** The back office (spec 1 §2.2). */
export const staffSet: RouteSet = {
  name: 'staff',
  fallback: 'not-found',
  routes: [
    ...staffAreas.flatMap(({ screens }) => screens).map((entry) => routeOf(entry, 'staff')),
    ...publicScreens.filter(({ sets }) => sets.includes('staff')).map((entry) => routeOf(entry, 'public')),
  ],
}
