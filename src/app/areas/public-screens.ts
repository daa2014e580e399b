import { accountsForVisitors } from './accounts.public.ts'
import type { PublicScreen } from './area.ts'
import { deliveryForVisitors } from './delivery.public.ts'
import { officeForVisitors } from './office.public.ts'
import { peopleForVisitors } from './people.public.ts'
import { salesForVisitors } from './sales.public.ts'
import { siteForVisitors } from './site.public.ts'
import { systemForVisitors } from './system.public.ts'

/** Every screen outside the back office, with its route sets (spec 1 §2.1, §2.3, §2.4). */
export const publicScreens: readonly PublicScreen[] = [
  ...systemForVisitors,
  ...siteForVisitors,
  ...salesForVisitors,
  ...accountsForVisitors,
  ...deliveryForVisitors,
  ...peopleForVisitors,
  ...officeForVisitors,
]
