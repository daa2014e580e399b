import { IconAddressBook, IconClock, IconPlus, IconSearch } from '@tabler/icons-react'
import { DashboardScreen, type DashboardShortcut } from '@/features/office/dashboard/components/dashboard-screen'
import { useUnreadCount } from '@/features/office/notifications/use-live-badge'
import { useMarkNotice } from '@/features/office/notifications/use-mark-notice'
import { useNotices } from '@/features/office/notifications/use-notices'
import { FirstSteps, fewLeft } from '@/features/site/first-steps/components/first-steps'
import { useFirstSteps } from '@/features/site/first-steps/use-first-steps'
import { PinnedNotes, usePinnedNotes } from '@/features/system/system-notes/components/pinned-notes'
import { can, type Rights } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { type LayoutActions, useLayoutActions } from '../shell/frame/layout-actions'
import { useNoticeHref } from '@/features/office/notifications/use-notice-href'

export function Dashboard() {
  const actions = useLayoutActions()
  const { id, rights } = useCurrentUser()
  const mark = useMarkNotice(id)
  const pinned = usePinnedNotes()
  const firstSteps = useFirstSteps()
  const left = firstSteps.done ? Object.values(firstSteps.done).filter((isDone) => !isDone).length : 0
  return (
    <DashboardScreen
      unread={useUnreadCount(id)}
      notices={useNotices(id, { show: 'unread', order: 'newest', source: null })}
      noticeHref={useNoticeHref()}
      onNotice={(notice) => mark({ notice, isRead: true })}
      openNotifications={actions.openNotifications}
      shortcuts={shortcutsFor(rights, actions)}
      isLoading={pinned.isLoading || firstSteps.isLoading}
      pinned={<PinnedNotes notes={pinned.notes} href={linkTo('/system-notes')} />}
      isNew={left > fewLeft}
      firstSteps={firstSteps.done ? <FirstSteps done={firstSteps.done} /> : null}
    />
  )
}

function shortcutsFor(rights: Rights, { addTask, openPalette }: LayoutActions): DashboardShortcut[] {
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }
  return [
    ...(can(rights, 'tasks', 'create')
      ? [{ label: 'New task', icon: <IconPlus {...icon} />, run: addTask, isInTopBar: true }]
      : []),
    { label: 'Start timer', icon: <IconClock {...icon} />, to: linkTo('/time-tracking') },
    ...(can(rights, 'contacts', 'create')
      ? [{ label: 'New client', icon: <IconAddressBook {...icon} />, to: linkTo('/new-client-internal') }]
      : []),
    { label: 'Find anything', icon: <IconSearch {...icon} />, run: openPalette, isInTopBar: true },
  ]
}
