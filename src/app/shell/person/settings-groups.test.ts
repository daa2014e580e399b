import { describe, expect, test } from 'vitest'
import type { Rights } from '@/shared/domain/people/permission'
import { findRoute, routesOf } from '@/app/route-sets/find-route'
import { staffSet } from '@/app/route-sets/staff'
import { quickAccess } from '../navigation/menu'
import { settingsFor } from './settings-groups'

const holding = (role: Rights['role'], named: string[] = []): Rights => ({ role, pages: [], named })
const listed: readonly string[] = routesOf(staffSet).flatMap((route) =>
  route.kind === 'screen' && route.setting ? [route.path] : [],
)
const titles = (rights: Rights) =>
  settingsFor(rights, routesOf(staffSet)).flatMap(({ screens }) => screens.map(({ title }) => title))

describe('the hub of settings', () => {
  test('leads to every screen under which Settings shines in the menu (spec 1 §2.6)', () => {
    const menu = quickAccess.find((item) => item.label === 'Settings')
    const shining = menu?.kind === 'link' ? (menu.also ?? []) : []
    expect(shining.length).toBe(21)
    expect(shining.filter((path) => findRoute(staffSet, path) !== null && !listed.includes(path))).toEqual([])
  })

  test('has one place for each tile', () => {
    const places = routesOf(staffSet).flatMap((route) =>
      route.kind === 'screen' && route.setting ? [`${route.setting.group} ${route.setting.place}`] : [],
    )
    expect(new Set(places).size).toBe(places.length)
    expect(places.length).toBeGreaterThan(20)
  })

  test('shows each person what their rights open', () => {
    expect(titles(holding('team_member'))).toEqual([
      'My Profile',
      'Staff',
      'Pages of the site',
      'Reviews',
      'Banners',
      'Own texts',
      'Demo',
      'Brand Elements',
    ])
    expect(titles(holding('sales', ['view_brands']))).toContain('Brands')
    expect(titles(holding('team_member'))).not.toContain('Company')
    expect(titles(holding('admin'))).toEqual(expect.arrayContaining(['Company', 'Website Metadata', 'System Notes']))
  })

  test('shows nothing to whoever has no role here', () => {
    expect([titles(holding(null)), titles(holding('pending')), titles(holding('client'))]).toEqual([[], [], []])
  })
})
