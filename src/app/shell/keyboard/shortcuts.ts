import { can, type Rights } from '@/shared/domain/people/permission'
import { allows } from '../../routing/access'
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
  /** A right beyond opening a screen. */
  may?: (rights: Rights) => boolean
  does: { action: ShortcutAction } | { to: string }
}

const everywhere = (keys: string, label: string, action: ShortcutAction): Shortcut => ({
  keys,
  label,
  group: 'Everywhere',
  guard: staffOnly,
  does: { action },
})

/** The keys that lead to a screen are written beside it, in its area. They are called and guarded as the screen. */
const goTo: readonly Shortcut[] = staffSet.routes.flatMap((route) =>
  route.kind === 'screen' && route.keys !== undefined
    ? [
        {
          keys: route.keys,
          label: route.title,
          group: 'Go to' as const,
          guard: route.guard,
          does: { to: route.path },
        },
      ]
    : [],
)

/** Every key of the frame. The keyboard map is drawn from this table. */
export const shortcuts: readonly Shortcut[] = [
  everywhere('mod+K', 'Search and commands', 'palette'),
  everywhere('?', 'Keyboard map', 'keys'),
  { ...everywhere('N', 'Add New Task', 'addTask'), may: (rights) => can(rights, 'tasks', 'create') },
  everywhere('B', 'Notifications', 'notifications'),
  everywhere('M', 'Quick Access', 'menu'),
  everywhere('E', 'Currency Converter', 'converter'),
  everywhere('D', 'Light or dark', 'theme'),
  ...goTo,
]

export const shortcutsFor = (rights: Rights): Shortcut[] =>
  shortcuts.filter(({ guard, may }) => allows(guard, rights) && (may?.(rights) ?? true))

/** The parts of a shortcut as a person reads them: `Ctrl` or `⌘`, and each key. */
export const keyWords = (keys: string, isApple: boolean): string[] =>
  keys.split(/[+ ]/).map((key) => (key === 'mod' ? (isApple ? '⌘' : 'Ctrl') : key))

export const isAppleHere = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)
