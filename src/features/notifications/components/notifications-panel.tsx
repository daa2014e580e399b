import { Alert, Button, Drawer, Group, SegmentedControl, Skeleton, Stack, Tooltip, ActionIcon } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconBellCheck, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notice, NoticeOrder, NoticeTarget } from '@/shared/domain/notification'
import { useCurrentUser } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { markNoticeMutation } from '../api/mark-notice.mutation'
import { useNotices } from '../use-notices'
import { useNow } from '../use-now'
import { NoticeItem } from './notice-item'
import classes from './notifications-panel.module.css'

type NotificationsPanelProps = {
  opened: boolean
  onClose: () => void
  /** Where a notice leads; null when the app has no page for it. */
  hrefOf: (target: NoticeTarget) => string | null
}

type Show = 'unread' | 'all'

/** The side panel of the bell and of the menu item Notifications (spec 2 §2, §4). */
export function NotificationsPanel({ opened, onClose, hrefOf }: NotificationsPanelProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="26rem"
      padding={0}
      title="Notifications"
      closeButtonProps={{ 'aria-label': 'Close notifications' }}
      classNames={{ header: classes.header, title: classes.heading, body: classes.panel }}
    >
      <PanelContent onClose={onClose} hrefOf={hrefOf} />
    </Drawer>
  )
}

function PanelContent({ onClose, hrefOf }: Omit<NotificationsPanelProps, 'opened'>) {
  const { id: userId } = useCurrentUser()
  const [show, setShow] = useState<Show>('unread')
  const [order, setOrder] = useState<NoticeOrder>('oldest')
  const queryClient = useQueryClient()
  const { mutate: mark } = useMutation(markNoticeMutation(userId, queryClient))
  const { notices, loading, failed, retry } = useNotices(userId, show, order)
  const now = useNow(30_000)

  const open = (notice: Notice) => {
    if (!notice.isRead) mark({ notice, isRead: true })
    if (notice.target.kind === 'mockup' && notice.target.publicUuid === null) {
      notifications.show({ color: 'red', message: 'Unable to open mockup page - missing UUID' })
      return
    }
    if (hrefOf(notice.target) !== null) onClose()
  }

  return (
    <>
      <PanelTools show={show} onShow={setShow} order={order} onOrder={setOrder} />
      {failed ? (
        <Alert color="red" m="md" title="Some notifications could not be read">
          <Button size="compact-sm" variant="default" onClick={retry}>
            Try again
          </Button>
        </Alert>
      ) : null}
      {loading && notices.length === 0 ? <PanelSkeleton /> : null}
      {!loading && !failed && notices.length === 0 ? <NothingToShow show={show} /> : null}
      <ul className={classes.list} aria-label={show === 'all' ? 'All notifications' : 'Unread notifications'}>
        {notices.map((notice) => (
          <NoticeItem
            key={`${notice.source} ${notice.id}`}
            notice={notice}
            now={now}
            href={hrefOf(notice.target)}
            onOpen={open}
            onMarkUnread={(read) => mark({ notice: read, isRead: false })}
          />
        ))}
      </ul>
    </>
  )
}

type PanelToolsProps = {
  show: Show
  onShow: (show: Show) => void
  order: NoticeOrder
  onOrder: (order: NoticeOrder) => void
}

function PanelTools({ show, onShow, order, onOrder }: PanelToolsProps) {
  const other = order === 'oldest' ? 'newest' : 'oldest'
  const Icon = order === 'oldest' ? IconSortAscending : IconSortDescending
  return (
    <Group justify="space-between" className={classes.tools}>
      <SegmentedControl
        size="xs"
        aria-label="Which notifications"
        value={show}
        onChange={(value) => onShow(value === 'all' ? 'all' : 'unread')}
        data={[
          { value: 'unread', label: 'Unread' },
          { value: 'all', label: 'All' },
        ]}
      />
      <Tooltip label={`${order === 'oldest' ? 'Oldest' : 'Newest'} first`}>
        <ActionIcon size="lg" aria-label={`Show ${other} first`} onClick={() => onOrder(other)}>
          <Icon size={20} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

const NothingToShow = ({ show }: { show: Show }) =>
  show === 'all' ? (
    <EmptyScreen icon={<IconBellCheck stroke={1.5} />} title="No notifications">
      No notifications found for the selected time period
    </EmptyScreen>
  ) : (
    <EmptyScreen icon={<IconBellCheck stroke={1.5} />} title="All caught up!">
      No unread notifications to show
    </EmptyScreen>
  )

const PanelSkeleton = () => (
  <Stack gap="md" p="md" aria-hidden>
    {[1, 2, 3, 4].map((line) => (
      <Group key={line} wrap="nowrap" align="flex-start">
        <Skeleton circle height={32} />
        <Stack gap={6} flex={1}>
          <Skeleton height={12} width="70%" />
          <Skeleton height={10} width="90%" />
        </Stack>
      </Group>
    ))}
  </Stack>
)
