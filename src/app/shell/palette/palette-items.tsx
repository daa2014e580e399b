import {
  IconAddressBook,
  IconBell,
  IconBrush,
  IconBuilding,
  IconCurrencyEuro,
  IconKeyboard,
  IconListCheck,
  IconLogout,
  IconPlayerPlay,
  IconPlus,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import type { FoundRecord } from '@/features/system/palette/api/find-records.query'
import type { PaletteItem } from '@/features/system/palette/palette-item'
import type { Recent } from '@/features/system/palette/recent'
import { can, type Rights } from '@/shared/domain/permission'
import { statusLabels } from '@/shared/domain/task'
import { allows } from '../../access'
import { linkTo, paths, taskPath } from '../../paths'
import { routesOf } from '../../route-sets/find-route'
import type { ScreenRoute } from '../../route-sets/route'
import { staffSet } from '../../route-sets/staff'
import { areas } from '../areas'
import { isAppleHere, keyWords, shortcuts } from '../keyboard/shortcuts'
import { themes } from '../theme-choice'

const look = (Icon: TablerIcon) => <Icon size={20} stroke={1.5} />

/** Every screen of the back office that these rights open and that needs no record. */
export function screenItems(rights: Rights): PaletteItem[] {
  return routesOf(staffSet)
    .filter((route): route is ScreenRoute => route.kind === 'screen')
    .filter(
      ({ path, frame, guard }) =>
        (frame === 'staff' || frame === 'shared') && !/[:*]/.test(path) && allows(guard, rights),
    )
    .sort((a, b) => Number(!a.load) - Number(!b.load))
    .map(({ path, title, purpose, area, load }) => ({
      id: `screen ${path}`,
      group: 'Screens' as const,
      label: title,
      detail: load ? purpose : `Planned: ${purpose}`,
      keywords: area,
      icon: look(areas[area].icon),
      keys: keysOf((shortcut) => 'to' in shortcut && shortcut.to === path),
      href: path,
    }))
}

export type PaletteActions = {
  addTask: () => void
  openNotifications: () => void
  openKeys: () => void
  toggleConverter: () => void
  chooseTheme: (scheme: 'light' | 'dark' | 'auto') => void
  logout: () => void
}

/** What can be done from anywhere, as far as these rights reach. */
export function actionItems(rights: Rights, actions: PaletteActions): PaletteItem[] {
  const action = (id: string, label: string, icon: TablerIcon, run: () => void, more: Partial<PaletteItem> = {}) => ({
    id: `action ${id}`,
    group: 'Actions' as const,
    label,
    icon: look(icon),
    ...(more.keywords ? { keywords: more.keywords } : {}),
    ...(more.keys ? { keys: more.keys } : {}),
    run,
  })
  return [
    ...(can(rights, 'tasks', 'create')
      ? [
          action('add-task', 'Add New Task', IconPlus, actions.addTask, {
            keywords: 'create to do',
            keys: actionKeys('addTask'),
          }),
        ]
      : []),
    {
      id: 'action start-timer',
      group: 'Actions',
      label: 'Start timer',
      keywords: 'work time clock track pause stop',
      icon: look(IconPlayerPlay),
      href: paths.timeTracking,
    },
    ...(can(rights, 'contacts', 'create')
      ? [
          link('add-person', 'Add a person', IconUser, paths.addPerson),
          link('add-business', 'Add a business', IconBuilding, paths.addBusiness),
        ]
      : []),
    action('notifications', 'Show notifications', IconBell, actions.openNotifications, {
      keywords: 'bell news unread',
      keys: actionKeys('notifications'),
    }),
    action('converter', 'Convert a currency', IconCurrencyEuro, actions.toggleConverter, {
      keywords: 'exchange money',
      keys: actionKeys('converter'),
    }),
    action('keys', 'Show the keyboard map', IconKeyboard, actions.openKeys, { keywords: 'shortcuts help', keys: '?' }),
    ...themes.map(({ scheme, label, icon }) =>
      action(`theme-${scheme}`, `Theme: ${label.toLowerCase()}`, icon, () => actions.chooseTheme(scheme), {
        keywords: 'colour appearance mode switch',
      }),
    ),
    action('logout', 'Logout', IconLogout, actions.logout, { keywords: 'log out sign out leave' }),
  ]
}

const link = (id: string, label: string, icon: TablerIcon, href: string): PaletteItem => ({
  id: `action ${id}`,
  group: 'Actions',
  label,
  keywords: 'create new contact',
  icon: look(icon),
  href,
})

/** Something that the server found, with where it leads. */
export function itemOfRecord({ kind, id, title, detail }: FoundRecord): PaletteItem {
  const common = { id: `${kind} ${id}`, label: title, detail: detail ?? undefined }
  switch (kind) {
    case 'person':
      return { ...common, group: 'Contacts', icon: look(IconUser), href: linkTo(paths.person, { id }) }
    case 'business':
      return { ...common, group: 'Contacts', icon: look(IconBuilding), href: linkTo(paths.business, { id }) }
    case 'quotation':
      return { ...common, group: 'Quotations', icon: look(IconBrush), href: linkTo(paths.quotation, { id }) }
    case 'task':
      return {
        ...common,
        group: 'Tasks',
        detail: statusLabels[detail ?? ''] ?? common.detail,
        icon: look(IconListCheck),
        href: taskPath(id),
      }
  }
}

const recordGroups = {
  Contacts: { page: 'contacts', icon: IconAddressBook },
  Tasks: { page: 'tasks', icon: IconListCheck },
  Quotations: { page: 'quotations', icon: IconBrush },
} as const

/** Something chosen before: as it is offered now, or a record by the words that it had; null without the right. */
export function itemOfRecent(recent: Recent, items: readonly PaletteItem[], rights: Rights): PaletteItem | null {
  const offered = items.find(({ id }) => id === recent.id)
  if (offered) return offered
  if (recent.group === 'Actions' || recent.group === 'Screens' || recent.href === undefined) return null
  const { page, icon } = recordGroups[recent.group]
  if (!can(rights, page, 'view')) return null
  const { id, group, label, detail, href } = recent
  return { id, group, label, detail, href, icon: look(icon) }
}

const actionKeys = (name: string) => keysOf((does) => 'action' in does && does.action === name)
function keysOf(fits: (does: (typeof shortcuts)[number]['does']) => boolean): string | undefined {
  const keys = shortcuts.find(({ does }) => fits(does))?.keys
  return keys && keyWords(keys, isAppleHere()).join(keys.includes('+') ? '+' : ' ')
}
