import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { Link, useSearchParams } from 'react-router-dom'
import { LocationsScreen } from '@/features/office/tasks/locations/locations-screen'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { allows } from '../routing/access'
import { linkTo } from '@/shared/lib/address'
import { signInPath } from '../routing/sign-in-path'
import { viewersOf } from '../route-sets/route'
import { useStaffRoutes } from '../shell/frame/staff-screens'
import { lazyPart } from '@/kit/dialog/lazy-part'
import { useViewer } from '../viewer/viewer-context'

const TaskDialog = lazyPart(async () => (await import('@/features/office/tasks/detail/task-dialog')).TaskDialog)

/** A public address with nothing public on it: visitors are asked to sign in, and nothing is read for them. */
export function TaskLocations() {
  const viewer = useViewer()
  const user = useCurrentUserOrNull()
  if (viewer.session === 'loading') return <LoadingScreen />
  if (viewer.session === 'signedOut' || viewer.session === 'ended') return <SignInFirst />
  if (user === null || viewer.rights === null) return <LoadingScreen />
  if (!allows(viewersOf('tasks'), viewer.rights)) return <NotYours />
  return <Places userId={user.id} />
}

/** The frame of the back office opens tasks over every screen; without the frame this screen does, over its map. */
function Places({ userId }: { userId: string }) {
  const [search, setSearch] = useSearchParams()
  const isFurnished = useStaffRoutes().length > 0
  const close = () => setSearch({}, { replace: true, preventScrollReset: true })
  return (
    <>
      <LocationsScreen userId={userId} />
      {search.has('task') && !isFurnished ? <TaskDialog onClose={close} /> : null}
    </>
  )
}

const SignInFirst = () => (
  <EmptyScreen
    whole
    icon={<IconMapPin stroke={1.5} />}
    title="Task locations"
    actions={
      <Button component={Link} to={signInPath(linkTo('/tasks/locations'))}>
        Sign in
      </Button>
    }
  >
    Please sign in to see where tasks are done.
  </EmptyScreen>
)

const NotYours = () => (
  <EmptyScreen whole icon={<IconMapPin stroke={1.5} />} title="Task locations">
    Your account does not show tasks. An admin can give you access.
  </EmptyScreen>
)
