import type { ReactNode } from 'react'
import { isStaffRole } from '@/shared/domain/people/role'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { PublicLayout } from '../shell/frame/public-layout'
import { StaffLayout } from '../shell/frame/staff-layout'
import { useViewer } from './viewer-context'
import { WithCurrentUser } from './with-current-user'

/** A public address that staff use too: they get the frame of the back office, all others the frame of the site. */
export const SharedFrame = ({ children }: { children: ReactNode }) => (
  <WithCurrentUser>
    <Framed>{children}</Framed>
  </WithCurrentUser>
)

function Framed({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const isKnown = viewer.session === 'signedIn' ? viewer.rights !== null : viewer.session !== 'loading'
  if (!isKnown) return <LoadingScreen />
  const isStaff = viewer.session === 'signedIn' && viewer.rights !== null && isStaffRole(viewer.rights.role)
  return isStaff ? <StaffLayout>{children}</StaffLayout> : <PublicLayout>{children}</PublicLayout>
}
