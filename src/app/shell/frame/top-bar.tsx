import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { NotificationBell } from '@/features/office/notifications/components/notification-bell'
import { OutboxSign } from '@/kit/outbox/outbox-sign'
import { useCurrentUserOrNull } from '@/shared/hooks/current-user'
import { Hint } from '@/shared/ui/page/hint'
import { linkTo } from '@/shared/lib/address'
import { AddTaskButton } from './add-task-button'
import { Brand } from './brand'
import { ConnectionSign } from '../failures/connection-sign'
import { TopNavigation } from '../navigation/top-navigation'
import { PaletteButton } from '../palette/palette-button'
import { ThemeSwitch } from '../person/theme-switch'
import classes from './top-bar.module.css'
import { UserButton, UserMenu } from '../person/user-menu'

type TopBarProps = {
  isMenuOpen: boolean
  onMenu: () => void
  /** Somebody is about to open the menu. */
  onMenuAhead: () => void
  isPanelOpen: boolean
  onNotifications: () => void
}

/** The bar across the top of the back office. On narrow windows its links are in the drawer. */
export function TopBar({ isMenuOpen, onMenu, onMenuAhead, isPanelOpen, onNotifications }: TopBarProps) {
  const user = useCurrentUserOrNull()
  return (
    <header className={classes.bar}>
      <Hint label="Quick Access" at="start">
        <ActionIcon
          size="lg"
          aria-label="Quick Access"
          data-key="M"
          aria-expanded={isMenuOpen}
          onClick={onMenu}
          onPointerEnter={onMenuAhead}
          onFocus={onMenuAhead}
        >
          <IconMenu2 size={22} stroke={1.5} />
        </ActionIcon>
      </Hint>
      <div className={classes.brand}>
        <Brand to={linkTo('/dashboard')} />
      </div>
      <TopNavigation />
      <div className={classes.end}>
        {user ? <OutboxSign /> : null}
        {user ? <ConnectionSign userId={user.id} /> : null}
        <PaletteButton />
        <ThemeSwitch className={classes.themeSwitch} />
        <AddTaskButton />
        {user ? <NotificationBell opened={isPanelOpen} onClick={onNotifications} /> : null}
        <UserButton />
        <UserMenu />
      </div>
    </header>
  )
}
