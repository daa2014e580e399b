import { IconAddressBook, IconClock, IconPlus, IconSearch } from '@tabler/icons-react'
import { DashboardScreen, type DashboardShortcut } from '@/features/office/dashboard/components/dashboard-screen'
import type { ActivityKind } from '@/features/office/dashboard/api/recent-activity.query'
import { useUnreadCount } from '@/features/office/notifications/use-live-badge'
import { useMarkNotice } from '@/features/office/notifications/use-mark-notice'
import { useNotices } from '@/features/office/notifications/use-notices'
import { PinnedNotes } from '@/features/system/system-notes/components/pinned-notes'
import { can, type Rights } from '@/shared/domain/permission'
import { useCurrentUser } from '@/shared/ui/current-user'
import { linkTo, paths, taskPath, timeEntryPath } from '../paths'
import { isBuilt } from '../route-sets/find-route'
import { type LayoutActions, useLayoutActions } from '../shell/layout-actions'
import { noticeHref } from '../shell/notice-href'
import { useStaffRoutes } from '../shell/staff-screens'

export function Component() {
  const actions = useLayoutActions()
  const { id, rights } = useCurrentUser()
  const mark = useMarkNotice(id)
  const routes = useStaffRoutes()
  const ifBuilt: IfBuilt = (href) => (isBuilt({ routes }, href) ? href : null)
  return (
    <DashboardScreen
      unread={useUnreadCount(id)}
      notices={useNotices(id, { show: 'unread', order: 'newest', source: null })}
      noticeHref={({ target }) => noticeHref(target)}
      onNotice={(notice) => mark({ notice, isRead: true })}
      openNotifications={actions.openNotifications}
      shortcuts={shortcutsFor(rights, actions)}
      pinned={<PinnedNotes href={paths.systemNotes} />}
      links={{
        tasks: paths.tasks,
        lateTasks: `${paths.tasks}?due=late`,
        dueToday: `${paths.tasks}?due=today`,
        deliveries: ifBuilt(paths.deliveries),
        timeTracking: paths.timeTracking,
      }}
      taskHref={taskPath}
      deliveryHref={(delivery) => ifBuilt(linkTo(paths.delivery, { id: delivery }))}
      entryHref={timeEntryPath}
      activityHref={(kind, about) => activityHref(kind, about, ifBuilt)}
    />
  )
}

function shortcutsFor(rights: Rights, { addTask, openPalette }: LayoutActions): DashboardShortcut[] {
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }
  return [
    ...(can(rights, 'tasks', 'create') ? [{ label: 'New task', icon: <IconPlus {...icon} />, run: addTask }] : []),
    { label: 'Start timer', icon: <IconClock {...icon} />, to: paths.timeTracking },
    ...(can(rights, 'contacts', 'create')
      ? [{ label: 'New client', icon: <IconAddressBook {...icon} />, to: paths.newClient }]
      : []),
    { label: 'Find anything', icon: <IconSearch {...icon} />, run: openPalette },
  ]
}

/** Null while the screen is planned. */
type IfBuilt = (href: string) => string | null

function activityHref(kind: ActivityKind, id: string, ifBuilt: IfBuilt): string | null {
  switch (kind) {
    case 'task':
    case 'comment':
      return taskPath(id)
    case 'quotation':
      return ifBuilt(linkTo(paths.quotation, { id }))
    case 'delivery':
    case 'delivered':
      return ifBuilt(linkTo(paths.delivery, { id }))
    case 'person':
      return ifBuilt(linkTo(paths.person, { id }))
    case 'business':
      return ifBuilt(linkTo(paths.business, { id }))
    case 'note':
      return paths.systemNotes
  }
}
