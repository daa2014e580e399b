import { lazy, type ReactNode, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { decideAccess } from './access'
import { useOwnPasswordFirst } from './own-password-first'
import { staffOnly } from '../route-sets/route'
import { PublicLayout } from '../shell/frame/public-layout'
import { ClientArea, NoAccess } from '../shell/failures/refusals'
import { StaffLayout } from '../shell/frame/staff-layout'
import { SignInFirst } from './sign-in-first'
import { isEmbeddedHere } from '../start/site'
import { useViewer } from '../viewer/viewer-context'
import { WithCurrentUser } from '../viewer/with-current-user'
import { forgetOldDrafts } from '@/shared/hooks/draft'

forgetOldDrafts()

const WaitingForApproval = lazy(async () => ({
  default: (await import('../screens/not-staff-yet')).WaitingForApproval,
}))
const WithoutRole = lazy(async () => ({ default: (await import('../screens/not-staff-yet')).WithoutRole }))
const SecondFactor = lazy(async () => ({ default: (await import('../screens/second-factor')).SecondFactor }))
const ClientPassword = lazy(async () => ({ default: (await import('../screens/not-staff-yet')).ClientPassword }))

const Later = ({ children }: { children: ReactNode }) => <Suspense fallback={<LoadingScreen />}>{children}</Suspense>

/** Paths of the office that lead a signed-in client to their own account. */
const opensAccount: readonly string[] = (
  ['/', '/dashboard', '/quotations', '/orders', '/invoices', '/deliveries', '/delivery-notes', '/statements'] as const
).map((path) => linkTo(path))

/** The back office behind its session check (spec 1 §2.2, §2.6). */
export const StaffArea = ({ children }: { children: ReactNode }) => (
  <WithCurrentUser>
    <Checked>{children}</Checked>
  </WithCurrentUser>
)

function Checked({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const access = decideAccess({ guard: staffOnly, viewer: useViewer(), embedded: isEmbeddedHere() })
  const passwordFirst = useOwnPasswordFirst()
  switch (access) {
    case 'loading':
    case 'signIn':
    case 'signInAndReturn':
      return <SignInFirst access={access} />
    case 'secondFactor':
      return (
        <Later>
          <SecondFactor />
        </Later>
      )
    case 'waiting':
      return (
        <Later>
          <WaitingForApproval />
        </Later>
      )
    case 'noRole':
      return (
        <Later>
          <WithoutRole />
        </Later>
      )
    case 'clientArea':
      if (passwordFirst) return <Navigate to={passwordFirst} replace />
      if (opensAccount.includes(pathname)) return <Navigate to={linkTo('/my-account')} replace />
      return (
        <PublicLayout>
          {pathname === linkTo('/my-profile') ? (
            <Later>
              <ClientPassword />
            </Later>
          ) : (
            <ClientArea />
          )}
        </PublicLayout>
      )
    case 'noAccess':
      return <NoAccess />
    case 'show':
      return <StaffLayout>{children}</StaffLayout>
  }
}
