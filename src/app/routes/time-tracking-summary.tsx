import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { SummaryScreen } from '@/features/office/time-tracking/components/summary-screen'
import { paths, timeEntryPath } from '../paths'

export function Component() {
  return (
    <SummaryScreen
      entryHref={timeEntryPath}
      actions={
        <Button component={Link} to={paths.timeTracking} variant="default">
          My timers
        </Button>
      }
    />
  )
}
