import { publicScreens } from '../areas/public-screens.ts'
import type { RouteSet } from './route.ts'
import { routeOf } from './routes-of-areas.ts'

/** The screens that clients open from links in mails: approve a quotation, pay a deposit or an invoice (spec 1 §2.3). */
export const clientSet: RouteSet = {
  name: 'client',
  fallback: '/designer-interview',
  routes: publicScreens.filter(({ sets }) => sets.includes('client')).map((entry) => routeOf(entry, 'public')),
}
