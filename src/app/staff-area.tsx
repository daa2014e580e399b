import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { CalmFrame } from '@/features/system/auth/components/calm-frame'
import { WaitingForApprovalScreen } from '@/features/system/auth/components/waiting-for-approval-screen'
import { PasswordForm } from '@/features/system/auth/components/password-form'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page-frame'
import { decideAccess } from './access'
import { staffOnly } from './route-sets/route'
import { PublicLayout } from './shell/public-layout'
import { NoRole } from './shell/no-role'
import { ClientArea, NoAccess } from './shell/refusals'
import { StaffLayout } from './shell/staff-layout'
import { SignInFirst } from './sign-in-first'
import { isEmbeddedHere } from './site'
import { useViewer } from './viewer-context'
import { WithCurrentUser } from './with-current-user'
import { forgetOldDrafts } from '@/shared/ui/draft'

forgetOldDrafts()

/** The back office behind its session check (spec 1 §2.2, §2.6). */
export const StaffArea = ({ children }: { children: ReactNode }) => (
  <WithCurrentUser>
    <Checked>{children}</Checked>
  </WithCurrentUser>
)

function Checked({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const access = decideAccess({ guard: staffOnly, viewer: useViewer(), embedded: isEmbeddedHere() })
  switch (access) {
    case 'loading':
    case 'signIn':
    case 'signInAndReturn':
      return <SignInFirst access={access} />
    case 'waiting':
      return <WaitingForApprovalScreen />
    case 'noRole':
      return (
        <CalmFrame>
          <NoRole />
        </CalmFrame>
      )
    case 'clientArea':
      return <PublicLayout>{pathname === linkTo('/my-profile') ? <ClientPassword /> : <ClientArea />}</PublicLayout>
    case 'noAccess':
      return <NoAccess />
    case 'show':
      return <StaffLayout>{children}</StaffLayout>
  }
}

/** Clients have no profile here, but a password of their own: a temporary one leads here (spec 1 §2.7). */
const ClientPassword = () => (
  <PageFrame title="Choose your password" width="text">
    <PasswordForm />
  </PageFrame>
)
