import type { ReactNode } from 'react'
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { createSetRouter } from './create-router'
import { Fallback } from '../start/fallback'
import { routeSets } from '../route-sets/choose-route-set'
import type { Frame, RouteSetName } from '../route-sets/route'
import { BareArea } from './bare-area'
import { SetSwitch } from './set-switch'
import { PublicArea, SharedFrame, StaffArea, WholeFrame } from './lazy-staff'

/** The router of one route set, for a tab that may have a session. */
export const createAppRouter = (name: RouteSetName) =>
  createSetRouter({
    set: routeSets[name],
    root: <Root set={name} />,
    frames: name === 'staff' ? framed : { ...framed, shared: framed.public },
    fallback: <Fallback set={routeSets[name]} />,
  })

const framed: Record<Frame, ReactNode> = {
  staff: (
    <StaffArea>
      <Outlet />
    </StaffArea>
  ),
  public: (
    <PublicArea>
      <Outlet />
    </PublicArea>
  ),
  shared: (
    <SharedFrame>
      <Outlet />
    </SharedFrame>
  ),
  whole: (
    <WholeFrame>
      <Outlet />
    </WholeFrame>
  ),
  bare: (
    <BareArea>
      <Outlet />
    </BareArea>
  ),
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
