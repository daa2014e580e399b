import { Button } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { currentPersonQuery } from '../api/current-person.query'
import { useSession } from '../session-provider'
import { CalmFrame } from './calm-frame'

/**
 * The screen of a newcomer whose role is pending. It needs no button: rights are live, so the parent shows the
 * dashboard as soon as a colleague gives the person a role.
 */
export function WaitingForApprovalScreen() {
  const { user, signOut } = useSession()
  const person = useQuery({ ...currentPersonQuery(user?.id ?? ''), enabled: user !== null })
  const account = user ? ` ${user.email}` : ''
  const wasRejected = person.data?.wasRejected ?? false
  return (
    <CalmFrame>
      <EmptyScreen
        whole
        icon={<IconHourglassEmpty />}
        title={wasRejected ? 'Your registration was not accepted' : 'Waiting for approval'}
        actions={
          <Button variant="default" onClick={() => void signOut()}>
            Logout
          </Button>
        }
      >
        {wasRejected
          ? `An administrator has looked at your account${account} and did not give it access. If you think this is a mistake, please call us.`
          : `Your account${account} is ready. As soon as an administrator has given you a role, this page becomes your dashboard.`}
      </EmptyScreen>
    </CalmFrame>
  )
}
