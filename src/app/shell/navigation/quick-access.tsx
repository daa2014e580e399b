import { Badge, Divider, Drawer } from '@mantine/core'
import { useLocation } from 'react-router-dom'
import { useUnreadCount } from '@/features/office/notifications/use-live-badge'
import { badgeText } from '@/shared/domain/records/badge'
import { useCurrentUserOrNull, useRights } from '@/shared/hooks/current-user'
import { toggleConverter } from '../frame/converter-place'
import { ThemeSwitch } from '../person/theme-switch'
import type { MenuItem } from '../../areas/area'
import { quickAccess, topNavigation } from './menu'
import { visibleGroups, visibleItems } from './menu-rules'
import classes from './quick-access.module.css'
import { QuickAccessItem } from './quick-access-item'

type QuickAccessProps = { opened: boolean; onClose: () => void; onNotifications: () => void }

/** The side menu. On narrow windows it also holds the links of the top bar. */
export function QuickAccess({ opened, onClose, onNotifications }: QuickAccessProps) {
  const { pathname } = useLocation()
  const rights = useRights()
  const actions = {
    // The panel opens in the place of this menu.
    notifications: onNotifications,
    converter: () => {
      onClose()
      toggleConverter()
    },
  }

  const show = (item: MenuItem) => (
    <QuickAccessItem
      key={item.label}
      item={item}
      path={pathname}
      onAction={(action) => actions[action]()}
      badge={item.kind === 'action' && item.action === 'notifications' ? <Unread /> : null}
    />
  )

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Quick Access"
      size={320}
      classNames={{ title: classes.title ?? '', body: classes.body ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close Quick Access' }}
    >
      <nav className={classes.main} aria-label="Main">
        {visibleGroups(topNavigation, rights).flat().map(show)}
        <Divider my="xs" />
      </nav>
      <nav aria-label="Quick Access">{visibleItems(quickAccess, rights).map(show)}</nav>
      <div className={classes.end}>
        <ThemeSwitch />
      </div>
    </Drawer>
  )
}

function Unread() {
  const user = useCurrentUserOrNull()
  return user ? <UnreadOf userId={user.id} /> : null
}

function UnreadOf({ userId }: { userId: string }) {
  const count = useUnreadCount(userId)
  if (count === 0) return null
  return (
    <Badge color="magenta" size="sm" aria-label={`${count} unread`}>
      {badgeText(count)}
    </Badge>
  )
}
