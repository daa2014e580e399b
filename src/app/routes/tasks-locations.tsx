import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { LocationsScreen } from '@/features/tasks/locations/locations-screen'
import { useCurrentUserOrNull } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import { allows } from '../access'
import { paths, signInPath, taskPath } from '../paths'
import { viewersOf } from '../route-sets/route'
import { useViewer } from '../viewer'

/** A public address with nothing public on it: visitors are asked to sign in, and nothing is read for them. */
export function Component() {
  const viewer = useViewer()
  const user = useCurrentUserOrNull()
  if (viewer.session === 'loading') return <LoadingScreen />
  if (viewer.session === 'signedOut' || viewer.session === 'ended') return <SignInFirst />
  if (user === null || viewer.rights === null) return <LoadingScreen />
  if (!allows(viewersOf('tasks'), viewer.rights)) return <NotYours />
  return <LocationsScreen userId={user.id} taskHref={taskPath} />
}

const SignInFirst = () => (
  <EmptyScreen
    whole
    icon={<IconMapPin stroke={1.5} />}
    title="Task locations"
    actions={
      <Button component={Link} to={signInPath(paths.taskLocations)}>
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
