import type { ReactNode } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { lazyScreen } from './lazy-screen'
import { routesOf } from '../route-sets/find-route'
import type { AppRoute, Frame, RouteSet } from '../route-sets/route'
import { ErrorScreen } from '../shell/failures/error-screen'

type Surroundings = {
  set: RouteSet
  /** The parts around every screen. */
  root: ReactNode
  /** The parts around the screens of each frame. Each holds an `Outlet`. */
  frames: Record<Frame, ReactNode>
  fallback: ReactNode
}

/** The router of one route set. */
export const createSetRouter = (surroundings: Surroundings) => createBrowserRouter(routesIn(surroundings))

/** The routes of one route set, as a router takes them. */
export const routesIn = ({ set, root, frames, fallback }: Surroundings): RouteObject[] => [
  {
    element: root,
    errorElement: <ErrorScreen />,
    HydrateFallback: LoadingScreen,
    children: [
      ...(['staff', 'public', 'shared', 'whole', 'bare'] as const).map((frame) => ({
        element: frames[frame],
        children: routesOf(set)
          .filter((route) => route.frame === frame)
          .map(toRouteObject),
      })),
      { path: '*', element: fallback },
    ],
  },
]

function toRouteObject(route: AppRoute): RouteObject {
  if (route.kind === 'redirect') return { path: route.path, element: <Navigate to={route.to} replace /> }
  return {
    path: route.path,
    errorElement: <ErrorScreen inside />,
    lazy: lazyScreen(route, route.load),
  }
}
