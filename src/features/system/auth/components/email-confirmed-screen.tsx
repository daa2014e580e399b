import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { useSession } from '../session-provider'
import { ArrivedByMail } from './auth-callback-screen'
import { CalmFrame } from './calm-frame'
import { linkTo } from '@/shared/lib/address'

/** Says that the address is confirmed, and signs out on arrival: the link may be open on a borrowed machine. */
export const EmailConfirmedScreen = () => (
  <ArrivedByMail>
    <EmailConfirmed />
  </ArrivedByMail>
)

function EmailConfirmed() {
  const { status, signOut } = useSession()

  useEffect(() => {
    if (status === 'signedIn') void signOut()
  }, [status, signOut])

  return (
    <CalmFrame>
      <EmptyScreen
        whole
        icon={<IconMailCheck />}
        title="Email confirmed"
        actions={
          <Button component={Link} to={linkTo('/auth')} loading={status !== 'signedOut'}>
            Go to Sign In
          </Button>
        }
      >
        Your email address is confirmed. You can sign in now.
      </EmptyScreen>
    </CalmFrame>
  )
}
