import { describe, expect, test } from 'vitest'
import { type PageName, pageNames, type Rights } from '@/shared/domain/people/permission'
import type { Role } from '@/shared/domain/people/role'
import type { MenuItem, MenuLink } from '../../areas/area'
import { quickAccess, topNavigation } from './menu'
import { isHighlighted, visibleGroups, visibleItems } from './menu-rules'

const holding = (pages: readonly PageName[], named: readonly string[] = [], role: Role = 'team_member'): Rights => ({
  role,
  pages: pages.map((page_name) => ({
    page_name,
    can_view: true,
    can_create: false,
    can_edit: false,
    can_delete: false,
  })),
  named,
})
const admin = holding([], [], 'admin')

const topLabels = (rights: Rights) =>
  visibleGroups(topNavigation, rights).map((links) => links.map(({ label }) => label))
const labels = (items: readonly MenuItem[], rights: Rights): unknown[] =>
  visibleItems(items, rights).map((item) =>
    item.kind === 'group' ? [item.label, ...labels(item.items, rights)] : item.label,
  )

describe('the top navigation', () => {
  test('admins see all links, in three groups', () =>
    expect(topLabels(admin)).toEqual([
      ['Contacts', 'Quotations'],
      ['Orders', 'Production', 'Panel Assembly', 'All Jobs'],
      ['Deliveries', 'Tasks'],
    ]))

  test.each<[PageName, string[][]]>([
    ['contacts', [['Contacts']]],
    ['quotations', [['Quotations']]],
    ['orders', [['Orders', 'All Jobs']]],
    ['production', [['Production', 'Panel Assembly']]],
    ['deliveries', [['Deliveries']]],
    ['tasks', [['Tasks']]],
    ['inventory', []],
  ])('the right for %s opens %j', (page, expected) => expect(topLabels(holding([page]))).toEqual(expected))

  test('a pending person, a client and nobody see nothing', () => {
    for (const role of ['pending', 'client'] as const) expect(topLabels(holding(pageNames, [], role))).toEqual([])
    expect(topLabels({ role: null, pages: [], named: [] })).toEqual([])
  })
})

describe('the Quick Access drawer', () => {
  const website = [
    'Website',
    ['Booking Calendar', 'Calendar', 'Booking List', 'Working Schedule', 'Booking Analytics'],
    'Blog',
    'Website Analytics',
    'Website Preview',
  ]
  const accounts = ['Accounts', 'Accounts', 'Payment Activity']

  test('admins see every group and item', () =>
    expect(labels(quickAccess, admin)).toEqual([
      'Notifications',
      ['Contacts', 'All Contacts', 'New Client Registration', 'Credit Application'],
      accounts,
      ['Quotations', 'All Quotations', 'Requests', 'Quotation Views'],
      website,
      'Currency Converter',
      'Time Tracking',
      'Inventory',
      'Settings',
      'Staff',
    ]))

  test('staff without rights see what needs none', () =>
    expect(labels(quickAccess, holding([]))).toEqual([
      'Notifications',
      website,
      'Currency Converter',
      'Settings',
      'Staff',
    ]))

  test.each<PageName>(['invoices', 'statements', 'supplier-invoices', 'payments', 'deliveries'])(
    'the right for %s alone opens Accounts',
    (page) => expect(labels(quickAccess, holding([page]))).toContainEqual(accounts),
  )

  test('Time Tracking needs its named permission', () => {
    expect(labels(quickAccess, holding(pageNames))).not.toContain('Time Tracking')
    expect(labels(quickAccess, holding([], ['manage_time_tracking']))).toContain('Time Tracking')
  })
})

describe('highlights', () => {
  const flatten = (items: readonly MenuItem[]): MenuLink[] =>
    items.flatMap((item) => (item.kind === 'group' ? flatten(item.items) : item.kind === 'link' ? [item] : []))
  const shining = (links: readonly MenuLink[], path: string) =>
    links.filter((link) => isHighlighted(link, path)).map(({ label }) => label)

  test.each([
    ['/contacts', ['Contacts']],
    ['/contacts/people/7', ['Contacts']],
    ['/contacts/types', []],
    ['/contacts/permissions', []],
    ['/quotations/7', ['Quotations']],
    ['/quotations-activity', []],
    ['/orders', ['Orders']],
    ['/all-jobs', ['All Jobs']],
    ['/tasks', ['Tasks']],
    ['/tasks/locations', ['Tasks']],
    ['/dashboard', []],
  ])('the top navigation at %s shines at %j', (path, expected) =>
    expect(shining(topNavigation.flat(), path)).toEqual(expected),
  )

  const accounts = ['/to-invoice', '/invoices', '/statements', '/supplier-invoices', '/payments', '/delivery-notes']
  const settings = [
    '/settings',
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
  ]
  const staff = ['/staff-activities', '/wage-rates', '/designer-interview', '/staff-time-summary']

  test.each([
    ...accounts.flatMap((path) => [path, `${path}/7`].map((at) => [at, ['Accounts']] as const)),
    ...settings.map((path) => [path, ['Settings']] as const),
    ...staff.map((path) => [path, ['Staff']] as const),
    ['/statements-activity', ['Payment Activity']],
    ['/contacts', ['All Contacts']],
    ['/new-client-internal', ['New Client Registration']],
    ['/quotations', ['All Quotations']],
    ['/requests', ['Requests']],
    ['/quotations-activity', ['Quotation Views']],
    ['/time-tracking/summary', ['Time Tracking']],
    ['/inventory/groups', ['Inventory']],
    ['/calendar', ['Calendar']],
    ['/booking-list', ['Booking List']],
    ['/dashboard', []],
  ] as const)('the drawer at %s shines at %j', (path, expected) =>
    expect(shining(flatten(quickAccess), path)).toEqual(expected),
  )
})

test('only the website preview opens beside the work', () => {
  const newTabs = (items: readonly MenuItem[]): string[] =>
    items.flatMap((item) =>
      item.kind === 'group' ? newTabs(item.items) : item.kind === 'link' && item.newTab ? [item.to] : [],
    )
  expect(newTabs(quickAccess)).toEqual(['/new-version'])
})
