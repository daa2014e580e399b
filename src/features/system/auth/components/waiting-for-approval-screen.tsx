import { Button, Stack } from '@mantine/core'
import { IconHourglassEmpty } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { currentPersonQuery } from '../api/current-person.query'
import { useSession } from '../session-provider'
import { nameOfAddress } from '../name-of-address'
import { CalmFrame } from './calm-frame'
import { NameForm } from './name-form'

/**
 * The screen of a newcomer whose role is pending. It asks for their name once. It needs no other button: rights are live, so the parent shows the
 * dashboard as soon as a colleague gives the person a role.
 */
export function WaitingForApprovalScreen() {
  const say = useSay(authPart)
  const { user, signOut } = useSession()
  const person = useQuery({ ...currentPersonQuery(user?.id ?? ''), enabled: user !== null })
  const email = user?.email ?? ''
  const wasRejected = person.data?.wasRejected ?? false
  const isNameless = person.data?.lastName === null && person.data.name === nameOfAddress(email)
  return (
    <CalmFrame>
      <EmptyScreen
        whole
        icon={<IconHourglassEmpty />}
        title={say(wasRejected ? 'rejected' : 'waiting')}
        actions={
          <Stack align="center" gap="lg">
            {isNameless && !wasRejected ? <NameForm /> : null}
            <Button variant="default" onClick={() => void signOut()}>
              {say('log_out')}
            </Button>
          </Stack>
        }
      >
        {say(wasRejected ? 'rejected_text' : 'waiting_text', { email })}
      </EmptyScreen>
    </CalmFrame>
  )
}
