import { describe, expect, test, vi } from 'vitest'
import type { Rights } from '@/shared/domain/people/permission'
import { arrange } from '@/features/system/palette/arrange'
import {
  type PaletteActions,
  actionItems,
  itemOfRecent,
  itemOfRecord,
  paletteGroups,
  screenItems,
  settingItems,
} from './palette-items'

vi.stubGlobal('navigator', { userAgent: 'X11; Linux' })
const nothing = () => {}
const actions: PaletteActions = {
  addTask: nothing,
  openNotifications: nothing,
  openKeys: nothing,
  toggleConverter: nothing,
  chooseTheme: nothing,
  logout: nothing,
}
const admin: Rights = { role: 'admin', pages: [], named: [] }
const member: Rights = { role: 'team_member', pages: [], named: [] }
const labels = (items: { label: string }[]) => items.map(({ label }) => label)

describe('what the palette offers', () => {
  test('screens by right, and none that needs a record', () => {
    expect(labels(screenItems(member))).toEqual(expect.arrayContaining(['Dashboard', 'Settings', 'My Profile']))
    expect(labels(screenItems(member))).not.toEqual(expect.arrayContaining(['Invoices']))
    expect(labels(screenItems(admin))).toEqual(expect.arrayContaining(['Invoices', 'User Verification', 'Company']))
    expect(screenItems(admin).filter(({ href }) => href?.includes(':'))).toEqual([])
  })

  test('actions by right', () => {
    expect(labels(actionItems(member, actions))).toEqual([
      'Start timer',
      'Show notifications',
      'Convert a currency',
      'Show the keyboard map',
      'Theme: light theme',
      'Theme: dark theme',
      'Theme: as the system',
      'Logout',
    ])
    expect(labels(actionItems(admin, actions)).slice(0, 8)).toEqual([
      'Add New Task',
      'Start timer',
      'Add a person',
      'Add a business',
      'New quotation',
      'New job',
      'Record a payment',
      'New invoice',
    ])
  })

  test('the keys that do the same', () => {
    expect(screenItems(admin).find(({ label }) => label === 'Tasks')?.keys).toBe('G T')
    expect(actionItems(admin, actions)[0]?.keys).toBe('N')
  })

  test.each([
    ['IBAN', '/settings/company#iban'],
    ['bank account', '/settings/company#iban'],
    ['import', '/contacts?view=import'],
    ['import', '/payments/bank-import'],
    ['language', '/settings/company#terms-heading'],
    ['language', '/email-templates'],
    ['opening hours', '/booking-list?tab=hours#opening-hours'],
    ['holidays', '/booking-list?tab=hours#closed-days'],
    ['holidays', '/staff-scheduling'],
    ['payment terms', '/settings/company#payment_terms_days'],
    ['price list', '/services'],
    ['number', '/settings/company#number_style'],
    ['quote', '/quotations'],
    ['new quote', '/quotations?dialog=new'],
    ['record payment', '/statements-activity?dialog=payment'],
    ['stock', '/inventory'],
    ['late', '/all-jobs'],
    ['time zone', '/settings/company#time_zone'],
  ])('“%s” finds %s', (typed, href) => {
    const items = [...actionItems(admin, actions), ...screenItems(admin), ...settingItems(admin)]
    const found = arrange({ groups: paletteGroups, typed, items, records: [], recent: [] })
    expect(found.flatMap((section) => section.items).map((item) => item.href)).toContain(href)
  })

  test('a setting is offered with the right to its screen, and only when it is searched for', () => {
    expect(labels(settingItems(member))).not.toContain('Bank account')
    const begins = arrange({ groups: paletteGroups, typed: '', items: settingItems(admin), records: [], recent: [] })
    expect(begins).toEqual([])
  })

  test('the list begins with the screens of the menus, and the others are found', () => {
    const begins = (typed: string) =>
      arrange({ groups: paletteGroups, typed, items: screenItems(admin), records: [], recent: [] }).flatMap((section) =>
        section.items.map(({ href }) => href),
      )
    expect(begins('')).toEqual(expect.arrayContaining(['/dashboard', '/quotations', '/inventory']))
    expect(begins('')).not.toContain('/demo')
    expect(begins('demo')).toContain('/demo')
  })

  test('records where they open', () => {
    const hrefs = (['person', 'business', 'task', 'quotation'] as const).map(
      (kind) => itemOfRecord({ kind, id: '7', title: 'Seven', detail: null })?.href,
    )
    expect(hrefs).toEqual(['/contacts/people/7', '/contacts/business/7', '/tasks?task=7', '/quotations/7'])
  })
})

describe('what was chosen before', () => {
  const task = { id: 'task 7', group: 'Tasks', label: 'Seven', href: '/tasks?task=7' }

  test('is offered while the person may see it', () => {
    expect(itemOfRecent(task, [], admin)).toMatchObject({ label: 'Seven', href: '/tasks?task=7' })
    expect(itemOfRecent(task, [], member)).toBeNull()
  })

  test('a screen whose right is gone is not offered', () => {
    const chosen = { id: 'screen /invoices', group: 'Screens', label: 'Invoices', href: '/invoices' }
    expect(itemOfRecent(chosen, screenItems(admin), admin)?.label).toBe('Invoices')
    expect(itemOfRecent(chosen, screenItems(member), member)).toBeNull()
  })
})
