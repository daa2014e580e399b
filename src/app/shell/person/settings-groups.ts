import type { Rights } from '@/shared/domain/people/permission'
import { allows } from '@/app/routing/access'
import { type SettingPart, settingParts } from '@/app/areas/setting-parts'
import type { AppRoute, ScreenRoute, SettingsGroup } from '@/app/route-sets/route'

/** The groups of the settings screen, in order. Each screen names its own group. */
export const settingsGroups: readonly { name: SettingsGroup; title: string }[] = [
  { name: 'company', title: 'The company' },
  { name: 'people', title: 'People and rights' },
  { name: 'contacts', title: 'Contacts and places' },
  { name: 'messages', title: 'Mails' },
  { name: 'prices', title: 'Prices' },
  { name: 'stock', title: 'Materials' },
  { name: 'machines', title: 'Machines and steps' },
  { name: 'website', title: 'Website' },
  { name: 'tools', title: 'Tools' },
]

/** The groups with the routes that these rights open; empty groups are left out. */
export const settingsFor = (
  rights: Rights,
  routes: readonly AppRoute[],
): { name: SettingsGroup; title: string; screens: ScreenRoute[] }[] =>
  settingsGroups
    .map((group) => ({
      ...group,
      screens: routes
        .flatMap((route) => (route.kind === 'screen' && route.setting?.group === group.name ? [route] : []))
        .filter(({ guard }) => allows(guard, rights))
        .toSorted((a, b) => (a.setting?.place ?? 0) - (b.setting?.place ?? 0)),
    }))
    .filter(({ screens }) => screens.length > 0)

/** The single settings of screens that these rights open, each with the route of its screen. */
export const settingPartsFor = (
  rights: Rights,
  routes: readonly AppRoute[],
): (SettingPart & { screen: ScreenRoute; href: string })[] =>
  settingParts.flatMap((part) => {
    const screen = routes.find(({ path }) => path === part.path)
    return screen?.kind === 'screen' && allows(screen.guard, rights)
      ? [{ ...part, screen, href: `${part.path}${part.at}` }]
      : []
  })
