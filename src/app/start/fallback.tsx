import { Navigate, useLocation } from 'react-router-dom'
import { signInPath } from '../routing/sign-in-path'
import { routeSets } from '../route-sets/choose-route-set'
import { findRoute } from '../route-sets/find-route'
import type { RouteSet } from '../route-sets/route'
import { NotFound } from '../shell/failures/not-found'
import { PublicLayout } from '../shell/frame/public-layout'
import { BackOfficeElsewhere } from '../shell/failures/refusals'
import { isStaffHostHere, useSite } from './site'
import { StaffArea } from '../routing/lazy-staff'
import { isStaffSession, useViewer } from '../viewer/viewer-context'

/**
 * The catch-all of a set. On a staff host it leads an unsigned visitor of a back-office path to sign-in, so that an
 * expired session does not look like a missing page. On the public site staff get the address of
 * the back office; the back office itself leads everybody else on, such as a client to their account.
 */
export function Fallback({ set }: { set: RouteSet }) {
  const { pathname } = useLocation()
  const { config } = useSite()
  const viewer = useViewer()

  const isSignedOut = viewer.session === 'signedOut' || viewer.session === 'ended'
  const isLostStaff = isSignedOut && set.name !== 'staff' && isStaffHostHere(config)
  if (isLostStaff && findRoute(routeSets.staff, pathname)) return <Navigate to={signInPath()} replace />
  if (viewer.session === 'signedIn' && set.name === 'marketing' && findRoute(routeSets.staff, pathname)) {
    return viewer.rights !== null && isStaffSession(viewer) ? (
      <PublicLayout>
        <BackOfficeElsewhere domain={config.companyDomain} />
      </PublicLayout>
    ) : (
      <StaffArea>{null}</StaffArea>
    )
  }
  if (set.fallback !== 'not-found') return <Navigate to={set.fallback} replace />

  const isInside = set.name === 'staff' && viewer.session === 'signedIn' && isStaffSession(viewer)
  return isInside ? (
    <StaffArea>
      <NotFound />
    </StaffArea>
  ) : (
    <PublicLayout>
      <NotFound />
    </PublicLayout>
  )
}
