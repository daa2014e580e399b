import { IconBell, IconCurrencyEuro, IconKeyboard, IconLogout, type TablerIcon } from '@tabler/icons-react'
import type { FoundRecord } from '@/features/system/palette/api/find-records.query'
import type { PaletteItem } from '@/features/system/palette/palette-item'
import type { Recent } from '@/features/system/palette/recent'
import type { Rights } from '@/shared/domain/people/permission'
import { isRecordKind } from '@/shared/domain/records/record-kind'
import { allows } from '../../routing/access'
import { purposeOf } from '../../areas/purposes'
import { staffMenus } from '../../areas/menus/staff-menus'
import { recordGroups, recordLooks } from '../../record-kinds'
import { routesOf } from '../../route-sets/find-route'
import type { ScreenRoute } from '../../route-sets/route'
import { staffSet } from '../../route-sets/staff'
import { settingPartsFor } from '../person/settings-groups'
import { partIcons } from '../frame/part-icons'
import { quickAccess, topNavigation } from '../navigation/menu'
import { isAppleHere, keyWords, shortcuts } from '../keyboard/shortcuts'
import { themes } from '../person/theme-choice'

const look = (Icon: TablerIcon) => <Icon size={20} stroke={1.5} />

/** Search words for screens with another name. */
const screenWords: Readonly<Record<string, string>> = {
  '/settings/company': 'IBAN bank account currency time zone language date number format logo colour payment terms VAT',
  '/settings/books':
    'import CSV Excel spreadsheet price list services materials stock suppliers opening balances former program Printavo shopVOX',
  '/settings/export': 'download backup copy leave move CSV zip all data GDPR',
  '/settings': 'options preferences',
  '/email-templates': 'language words of mails',
  '/contacts': 'import clients spreadsheet CSV',
  '/quotations': 'quotes offers estimates proposals',
  '/inventory': 'stock materials',
  '/invoices': 'bills late overdue owed',
  '/credit-notes': 'refunds returns credits',
  '/statements': 'balances ageing debt owed late',
  '/all-jobs': 'late overdue work',
  '/supplier-invoices': 'bills purchases suppliers',
  '/services': 'price list prices',
  '/pricing-ranges': 'price list quantity breaks',
  '/staff-scheduling': 'holidays leave opening hours',
  '/booking-list': 'opening hours holidays closed days',
  '/vat': 'VAT return sales tax boxes ledger of sales and purchases',
  '/cash-book': 'petty cash till register count receipts',
  '/fixed-assets': 'depreciation machines vehicles equipment asset register book value amortisation',
  '/journal': 'ledger bookings debit credit general ledger',
  '/trial-balance': 'ledger accounts balances sheet',
  '/profit-and-loss': 'P&L income statement earnings costs result margin',
  '/balance-sheet': 'assets liabilities equity balance',
  '/hand-over': 'export accountant DATEV Xero QuickBooks SAF-T CSV ledger',
  '/open-items': 'ledger owed clients suppliers',
  '/closing': 'close month year period lock',
  '/payments/bank-import': 'import statement camt CSV IBAN',
}

/** The addresses of the menus and of the head. The others are shown when they are searched for. */
const ofMenus: ReadonlySet<string> = new Set([
  '/dashboard',
  ...[...topNavigation.flat(), ...quickAccess].flatMap(function addresses(item): string[] {
    if (item.kind === 'group') return item.items.flatMap(addresses)
    return item.kind === 'link' ? [item.to] : []
  }),
])

/** Every screen of the back office that these rights open and that needs no record; those of the menus come first. */
export function screenItems(rights: Rights): PaletteItem[] {
  return routesOf(staffSet)
    .filter((route): route is ScreenRoute => route.kind === 'screen')
    .filter(
      ({ path, frame, guard }) =>
        (frame === 'staff' || frame === 'shared') && !/[:*]/.test(path) && allows(guard, rights),
    )
    .map(({ path, title, frame, part }) => ({
      id: `screen ${path}`,
      group: 'Screens' as const,
      label: title,
      detail: purposeOf({ path, frame }),
      keywords: [part, screenWords[path]].filter(Boolean).join(' '),
      isOnlyFound: !ofMenus.has(path),
      icon: look(partIcons[part]),
      keys: keysOf((shortcut) => 'to' in shortcut && shortcut.to === path),
      href: path,
    }))
}

/** Settings that share a screen with others, each by its own words, as far as these rights open the screen. */
export const settingItems = (rights: Rights): PaletteItem[] =>
  settingPartsFor(rights, routesOf(staffSet)).map(({ href, label, words, screen }) => ({
    id: `setting ${href}`,
    group: 'Settings',
    isOnlyFound: true,
    label,
    detail: screen.title,
    keywords: words,
    icon: look(partIcons[screen.part]),
    href,
  }))

export type PaletteActions = {
  addTask: () => void
  openNotifications: () => void
  openKeys: () => void
  toggleConverter: () => void
  chooseTheme: (scheme: 'light' | 'dark' | 'auto') => void
  logout: () => void
}

/** The actions that this person may run from any screen. */
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
    ...staffMenus
      .flatMap(({ actions: ofArea = [] }) => ofArea)
      .filter(({ may }) => may?.(rights) ?? true)
      .map((one): PaletteItem => ({
        id: `action ${one.id}`,
        group: 'Actions',
        label: one.label,
        keywords: one.keywords,
        icon: look(one.icon),
        ...('to' in one ? { href: one.to } : { keys: actionKeys(one.opens), run: actions[one.opens] }),
      })),
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

/** The headings of the palette: actions, screens, settings, then the kinds of records. */
export const paletteGroups: readonly string[] = ['Actions', 'Screens', 'Settings', ...recordGroups]

/** A record found by the server with its address; null for a kind without a screen. */
export function itemOfRecord({ kind, id, title, detail }: FoundRecord): PaletteItem | null {
  const record = recordLooks(kind)
  const href = record?.address(id) ?? null
  if (!record || href === null) return null
  return {
    id: `${kind} ${id}`,
    group: record.group,
    label: title,
    detail: detail === null ? undefined : (record.detail?.(detail) ?? detail),
    icon: look(record.icon),
    href,
  }
}

/**
 * A recent choice: the item that is offered now, or a record under its former label; null without the right to see it.
 */
export function itemOfRecent(recent: Recent, items: readonly PaletteItem[], rights: Rights): PaletteItem | null {
  const offered = items.find(({ id }) => id === recent.id)
  if (offered) return offered
  const kind = recent.id.split(' ', 1)[0] ?? ''
  const record = isRecordKind(kind) ? recordLooks(kind) : null
  if (record === null || recent.href === undefined || !record.maySee(rights)) return null
  const { id, group, label, detail, href } = recent
  return { id, group, label, detail, href, icon: look(record.icon) }
}

const actionKeys = (name: string) => keysOf((does) => 'action' in does && does.action === name)
function keysOf(fits: (does: (typeof shortcuts)[number]['does']) => boolean): string | undefined {
  const keys = shortcuts.find(({ does }) => fits(does))?.keys
  return keys && keyWords(keys, isAppleHere()).join(keys.includes('+') ? '+' : ' ')
}
