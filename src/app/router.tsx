import type { ReactNode } from 'react'
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
} from 'react-router-dom'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import { Fallback } from './fallback'
import { GuardedScreen } from './guarded-screen'
import { lazyScreen } from './lazy-screen'
import { routeSets } from './route-sets/choose-route-set'
import { routesOf } from './route-sets/find-route'
import type { AppRoute, Frame, RouteSetName } from './route-sets/route'
import { ErrorScreen } from './shell/error-screen'
import { PublicLayout } from './shell/public-layout'
import { SetSwitch } from './set-switch'
import { SharedFrame } from './shared-frame'
import { StaffArea } from './staff-area'
import { WithCurrentUser } from './with-current-user'

/** The router of one route set. */
export function createAppRouter(name: RouteSetName) {
  const set = routeSets[name]
  const routes = routesOf(set)
  const inFrame = (frame: Frame) => routes.filter((route) => route.frame === frame).map(toRouteObject)

  return createBrowserRouter([
    {
      element: <Root set={name} />,
      errorElement: <ErrorScreen />,
      HydrateFallback: LoadingScreen,
      children: [
        { element: framed.staff, children: inFrame('staff') },
        { element: framed.public, children: inFrame('public') },
        { element: name === 'staff' ? framed.shared : framed.public, children: inFrame('shared') },
        { element: framed.bare, children: inFrame('bare') },
        { path: '*', element: <Fallback set={set} /> },
      ],
    },
  ])
}

const framed: Record<Frame, ReactNode> = {
  staff: (
    <StaffArea>
      <Outlet />
    </StaffArea>
  ),
  public: (
    <WithCurrentUser>
      <PublicLayout>
        <Outlet />
      </PublicLayout>
    </WithCurrentUser>
  ),
  shared: (
    <SharedFrame>
      <Outlet />
    </SharedFrame>
  ),
  bare: <Outlet />,
}

function Root({ set }: { set: RouteSetName }) {
  const location = useLocation()
  return (
    <SetSwitch set={set} place={location}>
      <ScrollRestoration />
      <Outlet />
    </SetSwitch>
  )
}

function toRouteObject(route: AppRoute): RouteObject {
  if (route.kind === 'redirect') return { path: route.path, element: <Navigate to={route.to} replace /> }
  const { load } = route
  return {
    path: route.path,
    errorElement: <ErrorScreen inside />,
    ...(load
      ? {
          lazy: lazyScreen(route, load),
        }
      : { element: <GuardedScreen route={route} /> }),
  }
}
