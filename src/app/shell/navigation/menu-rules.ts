import type { Rights } from '@/shared/domain/people/permission'
import { allows } from '../../routing/access'
import type { MenuGroup, MenuItem, MenuLink } from '../../areas/area'

/** True when a link is highlighted at this path. */
export function isHighlighted(link: MenuLink, path: string): boolean {
  if (link.not?.some((place) => isAtOrBelow(path, place))) return false
  return [link.to, ...(link.also ?? [])].some((place) => isAtOrBelow(path, place))
}

/** True when an item in the group is highlighted; then the group is open when the drawer opens. */
export const holdsHighlight = (group: MenuGroup, path: string): boolean =>
  group.items.some((item) => (item.kind === 'group' ? holdsHighlight(item, path) : isHighlighted(item, path)))

/** The menu items that this person may see. A group without a visible item is hidden. */
export const visibleItems = <Item extends MenuItem>(items: readonly Item[], rights: Rights): Item[] =>
  items.filter((item) => {
    if (item.kind === 'action') return true
    if (!allows(item.guard, rights)) return false
    return item.kind === 'link' || visibleItems(item.items, rights).length > 0
  })

/** The groups of the top bar with a visible link; dividers are drawn only between these. */
export const visibleGroups = (groups: readonly (readonly MenuLink[])[], rights: Rights): MenuLink[][] =>
  groups.map((links) => visibleItems(links, rights)).filter((links) => links.length > 0)

const isAtOrBelow = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)
