import type { ReactNode } from 'react'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import { useViewer } from './viewer-context'
import { WithCurrentUser } from './with-current-user'

/** One thing with all the room, for visitors and staff: shown when it is known who looks. */
export function WholeFrame({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const isKnown = viewer.session === 'signedIn' ? viewer.rights !== null : viewer.session !== 'loading'
  return isKnown ? <WithCurrentUser>{children}</WithCurrentUser> : <LoadingScreen />
}
