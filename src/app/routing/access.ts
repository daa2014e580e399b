import { can, hasPermission, type Rights } from '@/shared/domain/people/permission'
import { isStaffRole } from '@/shared/domain/people/role'
import type { Guard } from '../route-sets/route'

/**
 * The viewer, as far as this tab knows. `ended`: their session ended during the visit, and they are not at sign-in yet.
 * `rights` is null until the first read.
 */
export type Viewer =
  | { session: 'loading' }
  | { session: 'signedOut' }
  | { session: 'ended' }
  | {
      session: 'signedIn'
      rights: Rights | null
      /** The server cannot be reached: `rights` are the last that were read, and a cover lets nobody use them. */
      isCovered?: boolean
      /** Somebody else chose their password: every screen leads to the change of it (spec 1 §6). */
      mustChangePassword?: boolean
    }

export type Access =
  | 'show'
  | 'loading'
  | 'signIn'
  | 'signInAndReturn'
  | 'secondFactor'
  | 'waiting'
  | 'noRole'
  | 'clientArea'
  | 'noAccess'

/**
 * Decides which screen a visitor of a guarded screen gets (spec 1 §2.2, §6). It only chooses the screen; the database
 * protects the data. `embedded` skips the session check: an embedded page shows the frame, and no data without a
 * session.
 */
export function decideAccess({ guard, viewer, embedded }: { guard: Guard; viewer: Viewer; embedded: boolean }): Access {
  if (guard.kind === 'public' || embedded) return 'show'
  if (viewer.session === 'loading') return 'loading'
  if (viewer.session === 'ended') return 'signInAndReturn'
  if (viewer.session === 'signedOut') return guard.kind === 'session' ? 'signInAndReturn' : 'signIn'
  if (viewer.rights?.second_factor) return 'secondFactor'
  if (guard.kind === 'session') return 'show'
  if (!viewer.rights) return 'loading'
  if (viewer.rights.role === null) return 'noRole'
  if (viewer.rights.role === 'pending') return 'waiting'
  if (viewer.rights.role === 'client') return 'clientArea'
  return allows(guard, viewer.rights) ? 'show' : 'noAccess'
}

/** True when a signed-in person's rights open this guard. Menus hide by it, screens refuse by it. */
export function allows(guard: Guard, rights: Rights): boolean {
  switch (guard.kind) {
    case 'public':
    case 'session':
      return true
    case 'staff':
      return isStaffRole(rights.role)
    case 'admin':
      return rights.role === 'admin'
    case 'pages':
      return guard.pages.some((page) => can(rights, page, 'view'))
    case 'permission':
      return hasPermission(rights, guard.permission)
  }
}
