import type { accountsForVisitors } from '../areas/accounts.public.ts'
import type { accounts } from '../areas/accounts.ts'
import type { deliveryForVisitors } from '../areas/delivery.public.ts'
import type { delivery } from '../areas/delivery.ts'
import type { officeForVisitors } from '../areas/office.public.ts'
import type { office } from '../areas/office.ts'
import type { peopleForVisitors } from '../areas/people.public.ts'
import type { people } from '../areas/people.ts'
import type { production } from '../areas/production.ts'
import type { salesForVisitors } from '../areas/sales.public.ts'
import type { sales } from '../areas/sales.ts'
import type { siteForVisitors } from '../areas/site.public.ts'
import type { site } from '../areas/site.ts'
import type { stock } from '../areas/stock.ts'
import type { systemForVisitors } from '../areas/system.public.ts'
import type { system } from '../areas/system.ts'

type Areas = typeof accounts | typeof delivery | typeof office | typeof people | typeof production
type MoreAreas = typeof sales | typeof site | typeof stock | typeof system
type Visitors =
  | typeof accountsForVisitors
  | typeof deliveryForVisitors
  | typeof officeForVisitors
  | typeof peopleForVisitors
  | typeof salesForVisitors
  | typeof siteForVisitors
  | typeof systemForVisitors

/** The path of every screen of the product, taken from the areas. */
export type AppPath = (Areas | MoreAreas)['screens'][number]['path'] | Visitors[number]['path']

declare module '../../shared/lib/address.ts' {
  interface Addresses {
    path: AppPath
  }
}
