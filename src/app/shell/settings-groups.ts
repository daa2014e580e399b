import type { Rights } from '@/shared/domain/permission'
import { allows } from '../access'
import { type AppPath, paths } from '../paths'
import type { AppRoute, ScreenRoute } from '../route-sets/route'

type SettingsIcon =
  'company' | 'people' | 'contacts' | 'messages' | 'prices' | 'stock' | 'machines' | 'website' | 'tools'

/** What the hub of settings leads to, in its order. Titles, purposes and rights are those of the routes. */
export const settingsGroups: readonly { title: string; icon: SettingsIcon; paths: readonly AppPath[] }[] = [
  { title: 'The company', icon: 'company', paths: [paths.companySettings, paths.systemNotes] },
  {
    title: 'People and rights',
    icon: 'people',
    paths: [paths.myProfile, paths.staff, paths.userVerification, paths.contactPermissions, paths.wageRates],
  },
  { title: 'Contacts and places', icon: 'contacts', paths: [paths.contactTypes, paths.locations] },
  { title: 'Mails', icon: 'messages', paths: [paths.emailTemplates, paths.scheduledEmails] },
  {
    title: 'Prices',
    icon: 'prices',
    paths: [paths.markups, paths.pricingRanges, paths.serviceParameters, paths.humanServiceParameters],
  },
  {
    title: 'Materials',
    icon: 'stock',
    paths: [paths.types, paths.materialTypes, paths.brands, paths.variantColors, paths.bitTypes],
  },
  {
    title: 'Machines and steps',
    icon: 'machines',
    paths: [paths.productionSettings, paths.cncParameters, paths.laserParameters, paths.ecoSolventParameters],
  },
  { title: 'Website', icon: 'website', paths: [paths.websiteSettings, paths.reviews, paths.banners] },
  { title: 'Tools', icon: 'tools', paths: [paths.apiTest] },
]

/** The groups with those of these routes that the rights open; a group without any is left out. */
export const settingsFor = (
  rights: Rights,
  routes: readonly AppRoute[],
): { title: string; icon: SettingsIcon; screens: ScreenRoute[] }[] =>
  settingsGroups
    .map(({ title, icon, paths: listed }) => ({
      title,
      icon,
      screens: listed.flatMap((path) =>
        routes.filter(
          (route): route is ScreenRoute =>
            route.kind === 'screen' && route.path === path && allows(route.guard, rights),
        ),
      ),
    }))
    .filter(({ screens }) => screens.length > 0)
