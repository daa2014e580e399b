import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useRouteError } from 'react-router-dom'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { paths } from '../paths'

/** A screen that broke says so and offers the way on. `inside` keeps the furniture around it. */
export function ErrorScreen({ inside = false }: { inside?: boolean }) {
  const error = useRouteError()
  const isOutdated = error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
  return (
    <EmptyScreen
      whole
      icon={<IconAlertTriangle />}
      title={isOutdated ? 'A new version is ready' : 'Something went wrong'}
      actions={
        <>
          <Button onClick={() => window.location.reload()}>{isOutdated ? 'Load the new version' : 'Try again'}</Button>
          {inside ? null : (
            <Button variant="default" component="a" href={paths.home}>
              Go to the start
            </Button>
          )}
        </>
      }
    >
      {isOutdated
        ? 'This page comes from before the last update, or the connection broke. Loading it again solves both.'
        : `The page stopped with this message: ${error instanceof Error ? error.message : String(error)}`}
    </EmptyScreen>
  )
}
