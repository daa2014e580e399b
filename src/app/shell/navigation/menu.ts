import { paths } from '../../paths'
import { holdersOf, staffOnly, viewersOf, type Guard } from '../../route-sets/route'
import { accountViewers } from '../../route-sets/staff/accounts'

/** A way to a screen. It is highlighted there, below it, and wherever `also` says, but not where `not` says. */
export type MenuLink = {
  kind: 'link'
  label: string
  to: string
  guard: Guard
  icon: MenuIcon
  also?: readonly string[]
  not?: readonly string[]
  newTab?: boolean
}
export type MenuAction = { kind: 'action'; label: string; action: 'notifications' | 'converter'; icon: MenuIcon }
export type MenuGroup = {
  kind: 'group'
  label: string
  guard: Guard
  icon: MenuIcon
  items: readonly (MenuLink | MenuGroup)[]
}
export type MenuItem = MenuLink | MenuAction | MenuGroup

export type MenuIcon =
  | 'contacts'
  | 'quotations'
  | 'orders'
  | 'production'
  | 'panels'
  | 'jobs'
  | 'deliveries'
  | 'tasks'
  | 'accounts'
  | 'website'
  | 'calendar'
  | 'bell'
  | 'converter'
  | 'time'
  | 'inventory'
  | 'settings'
  | 'staff'

const settingsOfContacts = [paths.contactTypes, paths.contactPermissions]

const contacts = viewersOf('contacts')
const quotations = viewersOf('quotations')
const orders = viewersOf('orders')
const production = viewersOf('production')

/** The links of the top bar, in groups that a divider separates (spec 1 §2.6, §6). */
export const topNavigation: readonly (readonly MenuLink[])[] = [
  [
    {
      kind: 'link',
      label: 'Contacts',
      to: paths.contacts,
      guard: contacts,
      icon: 'contacts',
      not: settingsOfContacts,
    },
    { kind: 'link', label: 'Quotations', to: paths.quotations, guard: quotations, icon: 'quotations' },
  ],
  [
    { kind: 'link', label: 'Orders', to: paths.orders, guard: orders, icon: 'orders' },
    { kind: 'link', label: 'Production', to: paths.production, guard: production, icon: 'production' },
    { kind: 'link', label: 'Panel Assembly', to: paths.panelAssembly, guard: production, icon: 'panels' },
    { kind: 'link', label: 'All Jobs', to: paths.allJobs, guard: orders, icon: 'jobs' },
  ],
  [
    { kind: 'link', label: 'Deliveries', to: paths.deliveries, guard: viewersOf('deliveries'), icon: 'deliveries' },
    { kind: 'link', label: 'Tasks', to: paths.tasks, guard: viewersOf('tasks'), icon: 'tasks' },
  ],
]

const page = (label: string, to: string, guard: Guard, icon: MenuIcon, more: Partial<MenuLink> = {}): MenuLink => ({
  kind: 'link',
  label,
  to,
  guard,
  icon,
  ...more,
})

/** The Quick Access drawer (spec 1 §2.6). */
export const quickAccess: readonly MenuItem[] = [
  { kind: 'action', label: 'Notifications', action: 'notifications', icon: 'bell' },
  {
    kind: 'group',
    label: 'Contacts',
    guard: contacts,
    icon: 'contacts',
    items: [
      page('All Contacts', paths.contacts, contacts, 'contacts', { not: settingsOfContacts }),
      page('New Client Registration', paths.newClient, contacts, 'contacts'),
      page('Credit Application', paths.creditApplication, contacts, 'contacts'),
    ],
  },
  {
    kind: 'group',
    label: 'Accounts',
    guard: accountViewers,
    icon: 'accounts',
    items: [
      page('Accounts', paths.toInvoice, accountViewers, 'accounts', {
        also: ['/invoices', '/statements', '/supplier-invoices', '/payments', '/delivery-notes'],
      }),
      page('Payment Activity', paths.statementsActivity, accountViewers, 'accounts'),
    ],
  },
  {
    kind: 'group',
    label: 'Quotations',
    guard: quotations,
    icon: 'quotations',
    items: [
      page('All Quotations', paths.quotations, quotations, 'quotations'),
      page('Quotation Views', paths.quotationsActivity, quotations, 'quotations'),
    ],
  },
  {
    kind: 'group',
    label: 'Website',
    guard: staffOnly,
    icon: 'website',
    items: [
      {
        kind: 'group',
        label: 'Booking Calendar',
        guard: staffOnly,
        icon: 'calendar',
        items: [
          page('Calendar', paths.calendar, staffOnly, 'calendar'),
          page('Booking List', paths.bookings, staffOnly, 'calendar'),
          page('Working Schedule', paths.staffScheduling, staffOnly, 'calendar'),
          page('Booking Analytics', paths.bookingAnalytics, staffOnly, 'calendar'),
        ],
      },
      page('Blog', paths.blog, staffOnly, 'website'),
      page('Website Analytics', paths.websiteAnalytics, staffOnly, 'website'),
      page('Website Preview', paths.websitePreview, staffOnly, 'website', { newTab: true }),
    ],
  },
  { kind: 'action', label: 'Currency Converter', action: 'converter', icon: 'converter' },
  page('Time Tracking', paths.timeTrackingSummary, holdersOf('manage_time_tracking'), 'time', {
    also: [paths.timeTracking],
  }),
  page('Inventory', paths.inventory, viewersOf('inventory'), 'inventory'),
  page('Settings', paths.settings, staffOnly, 'settings', {
    also: [
      '/email-templates',
      '/scheduled-emails',
      '/tutorial-demo',
      '/reviews',
      '/banners',
      '/bit-types',
      '/cnc-parameters',
      '/laser-parameters',
      '/eco-solvent-parameters',
      '/human-service-parameters',
      '/service-parameters',
      '/types',
      '/variant-colors',
      '/brands',
      '/material-types',
      '/pricing-ranges',
      '/markup-demo',
      '/contacts/permissions',
      '/contacts/types',
      '/system-notes',
      '/api-test',
    ],
  }),
  page('Staff', paths.staffActivities, staffOnly, 'staff', {
    also: ['/wage-rates', '/designer-interview', '/staff-time-summary'],
  }),
]
