import { ActionIcon, Indicator } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { badgeText, bellLabel } from '@/shared/domain/records/badge'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { Hint } from '@/shared/ui/page/hint'
import { useLiveBadge } from '../use-live-badge'

type NotificationBellProps = {
  /** True while the panel is open. */
  opened: boolean
  onClick: () => void
}

/** The bell of the top bar. It keeps counts and panel fresh, so it is rendered once a tab. */
export function NotificationBell({ opened, onClick }: NotificationBellProps) {
  const { id } = useCurrentUser()
  const count = useLiveBadge(id)

  return (
    <Hint label="Notifications">
      <Indicator label={badgeText(count)} disabled={count === 0} color="magenta" size={18} offset={5} inline>
        <ActionIcon
          size="lg"
          aria-label={bellLabel(count)}
          data-key="B"
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={onClick}
        >
          <IconBell size={20} stroke={1.5} />
        </ActionIcon>
      </Indicator>
    </Hint>
  )
}
