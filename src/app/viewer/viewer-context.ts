import { createContext, useContext } from 'react'
import type { Rights } from '@/shared/domain/people/permission'
import { isStaffRole } from '@/shared/domain/people/role'
import type { Viewer } from '../routing/access'

export const ViewerContext = createContext<Viewer | null>(null)

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext)
  if (!viewer) throw new Error('Screens live inside the providers of the app.')
  return viewer
}

/** Until the role is read, a session counts as staff, so that the screen does not flicker for daily users. */
export const isStaffSession = (viewer: Viewer): boolean =>
  viewer.session === 'loading' ||
  (viewer.session === 'signedIn' && (viewer.rights === null || isStaffRole(viewer.rights.role)))

export const rightsOf = (viewer: Viewer): Rights | null => (viewer.session === 'signedIn' ? viewer.rights : null)

/** Signs the person out. The default does nothing, for an app without sign-in. */
export const LogoutContext = createContext<() => void>(() => {})

export const useLogout = (): (() => void) => useContext(LogoutContext)
