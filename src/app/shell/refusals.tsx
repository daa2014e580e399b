import { Button } from '@mantine/core'
import { IconBuilding, IconFileInvoice, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { previewed } from '@/shared/domain/site-preview'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { linkTo } from '@/shared/lib/address'

/** The site's page, on any host: without the preview a host of the back office shows its own list there. */
const ownPapers = previewed(linkTo('/quotations'))

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

/** For signed-in clients who came to the back office. */
export const ClientArea = () => (
  <EmptyScreen
    whole
    icon={<IconFileInvoice />}
    title="This part is for our staff"
    actions={
      <Button component={Link} to={ownPapers}>
        Go to your papers
      </Button>
    }
  >
    Your quotations, orders, delivery notes and statements stand together; each opens from our mails as well.
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
