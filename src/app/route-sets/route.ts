import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { PageName, PermissionName } from '../../shared/domain/people/permission.ts'

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
  | { kind: 'permission'; permission: PermissionName }

/** The part of the business that a screen belongs to: it chooses its icon. */
export type Part =
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
 * `bare`: no frame, for sign-in. `whole`: no frame, for one live thing that needs the whole window; visitors get the
 * whole app for it. `public`: header and footer of the public site. `staff`: the staff frame. `shared`: the public
 * frame, and for staff in the staff set the staff frame.
 */
export type Frame = 'bare' | 'whole' | 'public' | 'staff' | 'shared'

/** A group of tiles on the settings screen. */
export type SettingsGroup =
  | 'company'
  | 'people'
  | 'contacts'
  | 'messages'
  | 'prices'
  | 'stock'
  | 'machines'
  | 'website'
  | 'tools'

type Place = { path: string; guard: Guard; frame: Frame }

/** The code of a screen. The parameters of its path come to it as props. */
export type ScreenCode = () => Promise<ComponentType<Record<string, string>>>

export type ScreenRoute = Place & {
  kind: 'screen'
  title: string
  part: Part
  keys?: string
  setting?: { group: SettingsGroup; place: number }
  load: ScreenCode
  /** Starts the screen's first reads, for any address of the route. */
  readAhead?: (queryClient: QueryClient) => Promise<void>
}
export type RedirectRoute = Place & { kind: 'redirect'; to: string }
export type AppRoute = ScreenRoute | RedirectRoute

export type RouteSetName = 'staff' | 'client' | 'marketing'

/** `fallback`: the catch-all of the set, either `not-found` or a path to redirect to (spec 1 §2.3). */
export type RouteSet = { name: RouteSetName; routes: readonly AppRoute[]; fallback: string }

export const anybody: Guard = { kind: 'public' }
export const signedIn: Guard = { kind: 'session' }
export const staffOnly: Guard = { kind: 'staff' }
export const adminOnly: Guard = { kind: 'admin' }
export const viewersOf = (...pages: PageName[]): Guard => ({ kind: 'pages', pages })
export const holdersOf = (permission: PermissionName): Guard => ({ kind: 'permission', permission })
