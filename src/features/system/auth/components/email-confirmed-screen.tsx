import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useSay } from '@/kit/client-page/use-say'
import { authPart } from '@/shared/domain/texts/auth/part'
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
  const say = useSay(authPart)
  const { status, signOut } = useSession()

  useEffect(() => {
    if (status === 'signedIn') void signOut()
  }, [status, signOut])

  return (
    <CalmFrame>
      <EmptyScreen
        whole
        icon={<IconMailCheck />}
        title={say('confirmed')}
        actions={
          <Button component={Link} to={linkTo('/auth')} loading={status !== 'signedOut'}>
            {say('go_to_sign_in')}
          </Button>
        }
      >
        {say('confirmed_text')}
      </EmptyScreen>
    </CalmFrame>
  )
}
