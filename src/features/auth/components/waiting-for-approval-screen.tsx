import { Button } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { useSession } from '../session-provider'
import { CalmFrame } from './calm-frame'

/**
 * For a newcomer whose role is still pending. It has nothing to press: rights are live, so whoever shows it
 * shows the dashboard in its place as soon as a colleague gives the person a role.
 */
export function WaitingForApprovalScreen() {
  const { user, signOut } = useSession()
  return (
    <CalmFrame>
      <EmptyScreen
        whole
        icon={<IconHourglassEmpty />}
        title="Waiting for approval"
        actions={
          <Button variant="default" onClick={() => void signOut()}>
            Sign out
          </Button>
        }
      >
        {`Your account${user ? ` ${user.email}` : ''} is ready. As soon as an administrator has given you a role, this page turns into your dashboard by itself.`}
      </EmptyScreen>
    </CalmFrame>
  )
}
