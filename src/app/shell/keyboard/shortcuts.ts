import { can, type Rights } from '@/shared/domain/permission'
import { allows } from '../../access'
import { type AppPath, paths } from '../../paths'
import { findRoute } from '../../route-sets/find-route'
import { type Guard, staffOnly } from '../../route-sets/route'
import { staffSet } from '../../route-sets/staff'

export type ShortcutAction = 'palette' | 'keys' | 'addTask' | 'notifications' | 'menu' | 'converter' | 'theme'
export const shortcutGroups = ['Everywhere', 'Go to'] as const

/** `keys`: `mod+K` for Ctrl or Command, one key, or two that are pressed one after the other. */
export type Shortcut = {
  keys: string
  label: string
  group: (typeof shortcutGroups)[number]
  guard: Guard
  /** It leads to a screen that is not built yet. */
  isPlanned?: boolean
  /** A right beyond opening a screen. */
  may?: (rights: Rights) => boolean
  does: { action: ShortcutAction } | { to: AppPath }
}

const everywhere = (keys: string, label: string, action: ShortcutAction): Shortcut => ({
  keys,
  label,
  group: 'Everywhere',
  guard: staffOnly,
  does: { action },
})

/** Called and guarded as the screen itself. */
function goTo(keys: string, to: AppPath): Shortcut {
  const route = findRoute(staffSet, to)
  if (route?.kind !== 'screen') throw new Error(`${to} is no screen`)
  return {
    keys,
    label: route.title,
    group: 'Go to',
    guard: route.guard,
    isPlanned: route.load === undefined,
    does: { to },
  }
}

/** Every key of the furniture: what is bound is what the keyboard map shows. */
export const shortcuts: readonly Shortcut[] = [
  everywhere('mod+K', 'Search and commands', 'palette'),
  everywhere('?', 'Keyboard map', 'keys'),
  { ...everywhere('N', 'Add New Task', 'addTask'), may: (rights) => can(rights, 'tasks', 'create') },
  everywhere('B', 'Notifications', 'notifications'),
  everywhere('M', 'Quick Access', 'menu'),
  everywhere('E', 'Currency Converter', 'converter'),
  everywhere('D', 'Light or dark', 'theme'),
  goTo('G D', paths.dashboard),
  goTo('G C', paths.contacts),
  goTo('G Q', paths.quotations),
  goTo('G O', paths.orders),
  goTo('G P', paths.production),
  goTo('G A', paths.panelAssembly),
  goTo('G J', paths.allJobs),
  goTo('G L', paths.deliveries),
  goTo('G T', paths.tasks),
  goTo('G K', paths.calendar),
  goTo('G H', paths.timeTracking),
  goTo('G I', paths.inventory),
  goTo('G V', paths.invoices),
  goTo('G N', paths.systemNotes),
  goTo('G S', paths.settings),
]

export const shortcutsFor = (rights: Rights): Shortcut[] =>
  shortcuts.filter(({ guard, may }) => allows(guard, rights) && (may?.(rights) ?? true))

/** The parts of a shortcut as a person reads them: `Ctrl` or `⌘`, and each key. */
export const keyWords = (keys: string, isApple: boolean): string[] =>
  keys.split(/[+ ]/).map((key) => (key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key))

export const isAppleHere = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)
