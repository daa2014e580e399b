import { type ReactNode, useEffect } from 'react'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import type { RouteSetName } from '../route-sets/route'
import { routeSetAt } from './place'
import type { Place } from './visit'
import { useSite } from '../start/site'
import { isStaffSession, useViewer } from '../viewer/viewer-context'

type SetSwitchProps = { set: RouteSetName; place: Place; children: ReactNode }

/**
 * Shows the screens of the mounted set, or changes the set when this place belongs to another one. Under a session that
 * has just ended nothing changes: who was on a screen of staff is led to sign-in from there, and back.
 */
export function SetSwitch({ set, place, children }: SetSwitchProps) {
  const { config, switchTo } = useSite()
  const viewer = useViewer()
  const wanted = viewer.session === 'ended' ? set : routeSetAt(place, config, isStaffSession(viewer))
  useEffect(() => {
    if (wanted !== set) switchTo(wanted)
  }, [wanted, set, switchTo])
  return wanted === set ? children : <LoadingScreen />
}
