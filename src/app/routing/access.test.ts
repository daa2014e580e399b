import { describe, expect, test } from 'vitest'
import { noRights, type Rights } from '@/shared/domain/people/permission'
import { type Access, allows, decideAccess, type Viewer } from './access'
import { adminOnly, anybody, type Guard, holdersOf, signedIn, staffOnly, viewersOf } from '../route-sets/route'

const view = (page_name: string) => ({
  page_name,
  can_view: true,
  can_create: false,
  can_edit: false,
  can_delete: false,
})
const sales: Rights = { role: 'sales', pages: [view('tasks')], named: ['view_brands'] }
const admin: Rights = { role: 'admin', pages: [], named: [] }
const pending: Rights = { role: 'pending', pages: [view('tasks')], named: [] }
const client: Rights = { role: 'client', pages: [view('tasks')], named: [] }
const signed = (rights: Rights | null): Viewer => ({ session: 'signedIn', rights })

const viewers = {
  loading: { session: 'loading' },
  visitor: { session: 'signedOut' },
  ended: { session: 'ended' },
  unread: signed(null),
  noRole: signed(noRights),
  pending: signed(pending),
  client: signed(client),
  sales: signed(sales),
  admin: signed(admin),
} satisfies Record<string, Viewer>

type Expected = Record<keyof typeof viewers, Access>

describe('who gets what', () => {
  const everybody = {
    loading: 'loading',
    visitor: 'signIn',
    ended: 'signInAndReturn',
    unread: 'loading',
    noRole: 'noRole',
    pending: 'waiting',
    client: 'clientArea',
  } as const

  test.each<[string, Guard, Expected]>([
    [
      'a public screen',
      anybody,
      {
        loading: 'show',
        visitor: 'show',
        ended: 'show',
        unread: 'show',
        noRole: 'show',
        pending: 'show',
        client: 'show',
        sales: 'show',
        admin: 'show',
      },
    ],
    [
      'a screen for whoever is signed in',
      signedIn,
      {
        loading: 'loading',
        visitor: 'signInAndReturn',
        ended: 'signInAndReturn',
        unread: 'show',
        noRole: 'show',
        pending: 'show',
        client: 'show',
        sales: 'show',
        admin: 'show',
      },
    ],
    ['a screen for all staff', staffOnly, { ...everybody, sales: 'show', admin: 'show' }],
    ['a screen for admins', adminOnly, { ...everybody, sales: 'noAccess', admin: 'show' }],
    ['a page one may view', viewersOf('tasks'), { ...everybody, sales: 'show', admin: 'show' }],
    ['a page one may not view', viewersOf('orders'), { ...everybody, sales: 'noAccess', admin: 'show' }],
    ['one of several pages', viewersOf('orders', 'tasks'), { ...everybody, sales: 'show', admin: 'show' }],
    ['a named permission one has', holdersOf('view_brands'), { ...everybody, sales: 'show', admin: 'show' }],
    [
      'a named permission one lacks',
      holdersOf('manage_wage_rates'),
      { ...everybody, sales: 'noAccess', admin: 'show' },
    ],
  ])('%s', (_, guard, expected) => {
    const found = Object.fromEntries(
      Object.entries(viewers).map(([name, viewer]) => [name, decideAccess({ guard, viewer, embedded: false })]),
    )
    expect(found).toEqual(expected)
  })

  test('an embedded place shows every frame without a session', () => {
    for (const guard of [staffOnly, adminOnly, viewersOf('orders'), signedIn])
      expect(decideAccess({ guard, viewer: viewers.visitor, embedded: true })).toBe('show')
  })
})

test('rights of newcomers and clients open no guarded page, whatever rows their role has', () => {
  for (const rights of [noRights, pending, client])
    for (const guard of [staffOnly, adminOnly, viewersOf('tasks'), holdersOf('view_brands')])
      expect(allows(guard, rights)).toBe(false)
})
