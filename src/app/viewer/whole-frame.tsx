import { lazy, type ReactNode, Suspense } from 'react'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { useViewer } from './viewer-context'
import { WithCurrentUser } from './with-current-user'

/** Links to other records are for people who are signed in; visitors load no routes of the back office. */
const RecordKinds = lazy(async () => ({ default: (await import('../record-kinds')).RecordKinds }))

/** A frame without menus for visitors and staff; shown when the viewer is known. */
export function WholeFrame({ children }: { children: ReactNode }) {
  const viewer = useViewer()
  const isKnown = viewer.session === 'signedIn' ? viewer.rights !== null : viewer.session !== 'loading'
  if (!isKnown) return <LoadingScreen />
  return (
    <WithCurrentUser>
      {viewer.session === 'signedIn' ? (
        <Suspense fallback={<LoadingScreen />}>
          <RecordKinds>{children}</RecordKinds>
        </Suspense>
      ) : (
        children
      )}
    </WithCurrentUser>
  )
}
