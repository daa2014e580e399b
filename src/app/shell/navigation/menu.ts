import type { MenuItem, MenuLink } from '../../areas/area'
import { staffMenus } from '../../areas/menus/staff-menus'

const byPlace = <Placed extends { place: number }>(items: readonly Placed[]): Placed[] =>
  items.toSorted((a, b) => a.place - b.place)

const topLinks = staffMenus.flatMap(({ top = [] }) => top)

/** The links of the top bar, in groups that a divider separates (spec 1 §2.6, §6). */
export const topNavigation: readonly (readonly MenuLink[])[] = [...new Set(topLinks.map(({ group }) => group))]
  .toSorted((a, b) => a - b)
  .map((group) => byPlace(topLinks.filter((entry) => entry.group === group)).map(({ link }) => link))

/** The Quick Access drawer (spec 1 §2.6). */
export const quickAccess: readonly MenuItem[] = byPlace(staffMenus.flatMap(({ drawer = [] }) => drawer)).map(
  ({ item }) => item,
)
