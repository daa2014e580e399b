import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { linkTo } from '@/shared/lib/address'
import { usePageTitle } from '../frame/page-title'

export function NotFound() {
  usePageTitle('Page not found')
  return (
    <EmptyScreen
      whole
      icon={<IconMapOff />}
      title="Page not found"
      actions={
        <>
          <Button component={Link} to={linkTo('/')}>
            Go to the start
          </Button>
          <Button variant="default" onClick={() => window.history.back()}>
            Go back
          </Button>
        </>
      }
    >
      Nothing is printed on this sheet. The address may be mistyped, or the page may have moved.
    </EmptyScreen>
  )
}
