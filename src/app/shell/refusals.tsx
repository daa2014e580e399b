import { Button } from '@mantine/core'
import { IconBuilding, IconFileInvoice, IconLock, IconUserQuestion } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useSession } from '@/features/system/auth/session-provider'
import { rightsKey } from '@/features/system/rights/api/rights.query'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { linkTo } from '@/shared/lib/address'
import { isBuilt } from '../route-sets/find-route'
import { marketingSet } from '../route-sets/marketing'

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
    {`${screen ? `Your role does not open “${screen}”.` : 'Your role does not open this page.'} An administrator can change that under Permissions; this page then opens by itself.`}
  </EmptyScreen>
)

/** For a signed-in person whose role is unknown: nobody gave one, or it could not be read. */
export function NoRole() {
  const queryClient = useQueryClient()
  const { signOut } = useSession()
  return (
    <EmptyScreen
      whole
      icon={<IconUserQuestion />}
      title="Your role is not known"
      actions={
        <>
          <Button onClick={() => void queryClient.invalidateQueries({ queryKey: rightsKey })}>Look again</Button>
          <Button variant="default" onClick={() => void signOut()}>
            Logout
          </Button>
        </>
      }
    >
      We could not find out what you may open, so nothing is open for now. We look again every 30 seconds.
    </EmptyScreen>
  )
}

/** For signed-in clients who came to the back office. */
export const ClientArea = () => (
  <EmptyScreen
    whole
    icon={<IconFileInvoice />}
    title="This part is for our staff"
    actions={
      isBuilt(marketingSet, linkTo('/delivery-notes')) ? (
        <Button component={Link} to={linkTo('/delivery-notes')}>
          Go to your delivery notes
        </Button>
      ) : null
    }
  >
    Your quotations, invoices and statements open from the links in our mails.
  </EmptyScreen>
)

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
