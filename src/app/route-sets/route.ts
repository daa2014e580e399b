import type { ComponentType } from 'react'
import type { PageName } from '../../shared/domain/permission.ts'
import type { AppPath } from '../paths.ts'

/**
 * Who may open a screen. `public`: anybody. `session`: any signed-in person, visitors go to sign-in and come back.
 * `staff`: staff of every role. `admin`: admins. `pages`: holders of the view right of at least one of these pages.
 * `permission`: holders of the named permission.
 */
export type Guard =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'staff' }
  | { kind: 'admin' }
  | { kind: 'pages'; pages: readonly PageName[] }
  | { kind: 'permission'; permission: string }

/** The part of the business that a screen belongs to: it chooses the icon and the advice of planned screens. */
export type Area =
  | 'access'
  | 'tasks'
  | 'calendar'
  | 'time'
  | 'contacts'
  | 'quotations'
  | 'orders'
  | 'production'
  | 'deliveries'
  | 'accounts'
  | 'inventory'
  | 'catalogue'
  | 'website'
  | 'settings'
  | 'staff'
  | 'tools'
  | 'documents'
  | 'payments'
  | 'company'

/**
 * `bare`: no furniture, for sign-in. `public`: header and footer of the public site. `staff`: the whole furniture.
 * `shared`: that of the public site, and in the staff set the whole furniture for staff.
 */
export type Frame = 'bare' | 'public' | 'staff' | 'shared'

export type Screen = () => Promise<{ Component: ComponentType }>

type Place = { path: AppPath; guard: Guard; frame: Frame }

/** A screen without `load` is planned: it shows what it will be for. */
export type ScreenRoute = Place & {
  kind: 'screen'
  title: string
  purpose: string
  area: Area
  load?: Screen
}
export type RedirectRoute = Place & { kind: 'redirect'; to: AppPath }
export type AppRoute = ScreenRoute | RedirectRoute

export type RouteSetName = 'staff' | 'client' | 'marketing'

/** `fallback` says what the catch-all of a set does: a not-found page, or a way on (spec 1 §2.3). */
export type RouteSet = { name: RouteSetName; routes: readonly AppRoute[]; fallback: 'not-found' | AppPath }

export const anybody: Guard = { kind: 'public' }
export const signedIn: Guard = { kind: 'session' }
export const staffOnly: Guard = { kind: 'staff' }
export const adminOnly: Guard = { kind: 'admin' }
export const viewersOf = (...pages: PageName[]): Guard => ({ kind: 'pages', pages })
export const holdersOf = (permission: string): Guard => ({ kind: 'permission', permission })

type Described = { title: string; purpose: string; guard?: Guard; frame?: Frame; load?: Screen }

/** Declares the screens of one area: all share its frame and its guard, unless one says otherwise. */
export const screensOf =
  (area: Area, shared: { guard: Guard; frame: Frame }) =>
  (path: AppPath, screen: Described): ScreenRoute => ({ kind: 'screen', area, path, ...shared, ...screen })

export const redirect = (path: AppPath, to: AppPath): RedirectRoute => ({
  kind: 'redirect',
  path,
  to,
  guard: anybody,
  frame: 'bare',
})
