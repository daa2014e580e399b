import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { watchFirstScreen } from '@/shared/lib/first-screen'
import { decideAccess } from './access'
import { useOwnPasswordFirst } from './own-password-first'
import type { ScreenRoute } from '../route-sets/route'
import { usePageTitle } from '../shell/frame/page-title'
import { useTitle } from '../shell/frame/words/use-title'
import { PreviewFrame } from '../shell/frame/preview-frame'
import { ClientArea, NoAccess } from '../shell/failures/refusals'
import { SignInFirst } from './sign-in-first'
import { isEmbeddedHere } from '../start/site'
import { useViewer } from '../viewer/viewer-context'

const SecondFactor = lazy(async () => ({ default: (await import('../screens/second-factor')).SecondFactor }))

/** One screen behind its guard. */
export function GuardedScreen({ route, children }: { route: ScreenRoute; children: ReactNode }) {
  const viewer = useViewer()
  const embedded = isEmbeddedHere()
  const access = decideAccess({ guard: route.guard, viewer, embedded })
  usePageTitle(useTitle(route.title))
  const passwordFirst = useOwnPasswordFirst()
  if (passwordFirst && route.guard.kind !== 'public') return <Navigate to={passwordFirst} replace />

  switch (access) {
    case 'loading':
    case 'signIn':
    case 'signInAndReturn':
      return <SignInFirst access={access} />
    case 'secondFactor':
      return (
        <Suspense fallback={<LoadingScreen />}>
          <SecondFactor />
        </Suspense>
      )
    case 'waiting':
    case 'noRole':
    case 'noAccess':
      return <NoAccess screen={route.title} />
    case 'clientArea':
      return <ClientArea />
    case 'show':
      if (embedded && viewer.session !== 'signedIn' && route.guard.kind !== 'public')
        return <PreviewFrame title={route.title} />
      return <Shown>{children}</Shown>
  }
}

/** A screen on the page. Later downloads wait for the reads of the first screen. */
function Shown({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  useEffect(() => watchFirstScreen(() => queryClient.isFetching() === 0), [queryClient])
  return children
}
