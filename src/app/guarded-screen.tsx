import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import { decideAccess } from './access'
import { signInPath } from './paths'
import type { ScreenRoute } from './route-sets/route'
import { usePageTitle } from './shell/page-title'
import { PlannedRoute } from './shell/planned-route'
import { ClientArea, NoAccess } from './shell/refusals'
import { isEmbeddedHere } from './site'
import { useViewer } from './viewer'

/** One screen behind its guard. Without children it is planned, and says so. */
export function GuardedScreen({ route, children }: { route: ScreenRoute; children?: ReactNode }) {
  const { pathname, search } = useLocation()
  const access = decideAccess({ guard: route.guard, viewer: useViewer(), embedded: isEmbeddedHere() })
  usePageTitle(route.title)

  switch (access) {
    case 'loading':
      return <LoadingScreen />
    case 'signIn':
      return <Navigate to={signInPath()} replace />
    case 'signInAndReturn':
      return <Navigate to={signInPath(pathname + search)} replace />
    case 'waiting':
    case 'noRole':
    case 'noAccess':
      return <NoAccess screen={route.title} />
    case 'clientArea':
      return <ClientArea />
    case 'show':
      return children ?? <PlannedRoute route={route} />
  }
}
