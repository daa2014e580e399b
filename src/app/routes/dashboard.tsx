import { DashboardScreen } from '@/features/dashboard/components/dashboard-screen'
import { useUnreadCount } from '@/features/notifications/use-live-badge'
import { useCurrentUser } from '@/shared/ui/current-user'
import { allTasksPath, linkTo, paths, taskPath } from '../paths'
import { useLayoutActions } from '../shell/layout-actions'

export function Component() {
  const { openNotifications } = useLayoutActions()
  return (
    <DashboardScreen
      unread={useUnreadCount(useCurrentUser().id)}
      openNotifications={openNotifications}
      links={{
        tasks: paths.tasks,
        allTasks: allTasksPath,
        deliveries: paths.deliveries,
        timeTracking: paths.timeTracking,
      }}
      taskHref={taskPath}
      deliveryHref={(id) => linkTo(paths.delivery, { id })}
    />
  )
}
