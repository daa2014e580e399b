import type { TablerIcon } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Rights } from '../../shared/domain/people/permission.ts'
import type { Frame, Guard, Part, RouteSetName, SettingsGroup } from '../route-sets/route.ts'

/**
 * A screen of an area. Its code loads when it is first opened, and gets the parameters of its path as props:
 * `/contacts/people/:id` gives `id`. `purposes.ts` holds its purpose.
 */
export type AreaScreen = {
  path: string
  title: string
  part: Part
  guard: Guard
  /** Default: `staff` for back-office screens, `public` for visitors' screens. */
  frame?: Frame
  /** The keys that lead here from everywhere: `G C`. */
  keys?: string
  /** Its tile on the settings screen. */
  setting?: { group: SettingsGroup; place: number }
  load: () => Promise<ComponentType<never>>
  /** Starts the screen's first reads when its link is pressed, while its code loads. */
  readAhead?: (queryClient: QueryClient) => Promise<void>
}

export type AreaRedirect = { path: string; to: string }

/** A screen of visitors, and the route sets that contain it. */
export type PublicScreen = (AreaScreen | AreaRedirect) & { sets: readonly RouteSetName[] }

/** A menu link. It is highlighted at its address, below it, and at the addresses of `also`, except those of `not`. */
export type MenuLink = {
  kind: 'link'
  label: string
  to: string
  guard: Guard
  icon: TablerIcon
  also?: readonly string[]
  not?: readonly string[]
  newTab?: boolean
}
export type MenuAction = { kind: 'action'; label: string; action: 'notifications' | 'converter'; icon: TablerIcon }
export type MenuGroup = {
  kind: 'group'
  label: string
  guard: Guard
  icon: TablerIcon
  items: readonly (MenuLink | MenuGroup)[]
}
export type MenuItem = MenuLink | MenuAction | MenuGroup

/** Something that the palette offers everywhere: a way to a screen, or the dialog for a new task. */
export type AreaAction = {
  id: string
  label: string
  keywords: string
  icon: TablerIcon
  may?: (rights: Rights) => boolean
} & ({ to: string } | { opens: 'addTask' })

/** The addresses of one area of the business. */
export type Area = { screens: readonly (AreaScreen | AreaRedirect)[] }

/** The ways to an area, apart from its addresses: a page that shows no menu does not load them. */
export type AreaMenu = {
  /** Links of the top bar, with a divider between groups. Places count within a group. */
  top?: readonly { group: number; place: number; link: MenuLink }[]
  /** Items of the Quick Access drawer by their place in it. */
  drawer?: readonly { place: number; item: MenuItem }[]
  actions?: readonly AreaAction[]
}

export const everySet: readonly RouteSetName[] = ['staff', 'client', 'marketing']
