import { Button } from '@mantine/core'
import { Link } from 'react-router-dom'
import { TimeTrackingScreen } from '@/features/office/time-tracking/components/time-tracking-screen'
import { moveTimer } from '@/features/office/timer/api/move-timer.mutation'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'

export function TimeTracking() {
  const seesAll = hasPermission(useRights(), 'manage_time_tracking')
  return (
    <TimeTrackingScreen
      moveTimer={moveTimer}
      actions={
        seesAll ? (
          <Button component={Link} to={linkTo('/time-tracking/summary')} variant="default">
            Summary of all
          </Button>
        ) : null
      }
    />
  )
}
