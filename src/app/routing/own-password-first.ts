import { useLocation } from 'react-router-dom'
import { linkTo } from '@/shared/lib/address'
import { useViewer } from '../viewer/viewer-context'

/** Where a signed-in person with a temporary password is led from here (spec 1 §6); null where they may stay. */
export function useOwnPasswordFirst(): string | null {
  const viewer = useViewer()
  const { pathname } = useLocation()
  const isLed = viewer.session === 'signedIn' && viewer.mustChangePassword && !viewer.rights?.second_factor
  return isLed && pathname !== linkTo('/my-profile') ? `${linkTo('/my-profile')}?change-password=true` : null
}
