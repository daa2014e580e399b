import { accounts } from './accounts.ts'
import type { Area } from './area.ts'
import { delivery } from './delivery.ts'
import { office } from './office.ts'
import { people } from './people.ts'
import { production } from './production.ts'
import { sales } from './sales.ts'
import { site } from './site.ts'
import { stock } from './stock.ts'
import { system } from './system.ts'

/** The addresses of the back office, area by area. */
export const staffAreas: readonly Area[] = [office, people, sales, production, stock, delivery, accounts, site, system]
