import type { AreaMenu } from '../area.ts'
import { accountsMenu } from './accounts.menu.ts'
import { deliveryMenu } from './delivery.menu.ts'
import { officeMenu } from './office.menu.ts'
import { peopleMenu } from './people.menu.ts'
import { productionMenu } from './production.menu.ts'
import { salesMenu } from './sales.menu.ts'
import { siteMenu } from './site.menu.ts'
import { stockMenu } from './stock.menu.ts'
import { systemMenu } from './system.menu.ts'

/** The entries of each area in the top bar, the drawer and the palette. */
export const staffMenus: readonly AreaMenu[] = [
  officeMenu,
  peopleMenu,
  salesMenu,
  productionMenu,
  stockMenu,
  deliveryMenu,
  accountsMenu,
  siteMenu,
  systemMenu,
]
