import { publicAndAuthRoutes } from './public-and-auth.ts'
import type { RouteSet } from './route.ts'
import { accountRoutes } from './staff/accounts.ts'
import { contactRoutes } from './staff/contacts.ts'
import { dailyRoutes } from './staff/daily.ts'
import { productionRoutes } from './staff/production.ts'
import { salesRoutes } from './staff/sales.ts'
import { settingsRoutes } from './staff/settings.ts'
import { stockRoutes } from './staff/stock.ts'
import { websiteRoutes } from './staff/website.ts'

/** The back office (spec 1 §2.2). */
export const staffSet: RouteSet = {
  name: 'staff',
  fallback: 'not-found',
  routes: [
    ...dailyRoutes,
    ...contactRoutes,
    ...salesRoutes,
    ...productionRoutes,
    ...accountRoutes,
    ...stockRoutes,
    ...websiteRoutes,
    ...settingsRoutes,
    ...publicAndAuthRoutes,
  ],
}
