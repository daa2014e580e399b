import { Button } from '@mantine/core'
import { IconBuilding, IconFileInvoice, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { usePageTitle } from '../frame/page-title'
import { useFrameWords } from '../frame/words/frame-words'
import { linkTo } from '@/shared/lib/address'

/** For staff who lack the right for a page. */
export const NoAccess = ({ screen }: { screen?: string }) => (
  <EmptyScreen
    whole
    icon={<IconLock />}
    title="No access"
    actions={
      <Button component={Link} to={linkTo('/dashboard')}>
        Go to the dashboard
      </Button>
    }
  >
    {`${screen ? `Your role does not open “${screen}”.` : 'Your role does not open this page.'} An administrator can change that under Permissions; then this page opens automatically.`}
  </EmptyScreen>
)

/** For signed-in clients who came to the back office. */
export function ClientArea() {
  const say = useFrameWords()
  usePageTitle(say('staff_only'))
  return (
    <EmptyScreen
      whole
      icon={<IconFileInvoice />}
      title={say('staff_only')}
      actions={
        <Button component={Link} to={linkTo('/my-account')}>
          {say('go_to_account')}
        </Button>
      }
    >
      {say('papers_in_account')}
    </EmptyScreen>
  )
}

/** For staff who signed in on the public site. */
export const BackOfficeElsewhere = ({ domain }: { domain: string }) => (
  <EmptyScreen
    whole
    icon={<IconBuilding />}
    title="You are signed in"
    actions={
      domain ? (
        <Button component="a" href={`https://system.${domain}`}>
          Open the back office
        </Button>
      ) : null
    }
  >
    {domain
      ? `This is the public site. The back office is at system.${domain}.`
      : 'This is the public site. The back office has an address of its own; ask an administrator for it.'}
  </EmptyScreen>
)
