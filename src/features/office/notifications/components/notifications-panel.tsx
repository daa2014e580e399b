import { Alert, Box, Drawer, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { lastSeen, type Notice, type NoticeOrder, type NotificationSource } from '@/shared/domain/records/notification'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { markAllReadMutation } from '../api/mark-all-read.mutation'
import { unreadOf } from '../api/unread-counts.query'
import { useUnreadCounts } from '../use-live-badge'
import { useMarkNotice } from '../use-mark-notice'
import { useNotices, usePolledPanel } from '../use-notices'
import { useNow } from '@/shared/hooks/use-now'
import { useToasts } from '../use-toasts'
import { Arrivals } from './arrivals'
import type { AnswerTask } from './notice-answer'
import { NoticeItem } from './notice-item'
import classes from './notifications-panel.module.css'
import { NothingToShow, PanelSkeleton } from './panel-states'
import { PanelTools, type Show } from './panel-tools'
import { useNoticeHref } from '../use-notice-href'

/** The number of lines in a tall window. They are drawn at once, the rest afterwards. */
const firstScreen = 20

type NotificationsPanelProps = {
  opened: boolean
  onClose: () => void
  /** Answers a reply without leaving the panel. */
  answer: AnswerTask
}

/** The side panel of the bell and of the menu item Notifications (spec 2 §2, §4). */
export function NotificationsPanel({ opened, onClose, answer }: NotificationsPanelProps) {
  const { id: userId } = useCurrentUser()
  const navigate = useNavigate()
  const openNotice = useOpenNotice(userId)
  const hrefOf = useNoticeHref()

  const openArrival = (notice: Notice) => {
    const href = hrefOf(notice)
    if (openNotice(notice) && href !== null) void navigate(href, { replace: opened })
  }

  return (
    <>
      <Arrivals userId={userId} onOpen={openArrival} />
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
        <PanelContent userId={userId} answer={answer} />
      </Drawer>
    </>
  )
}

/** Marks an opened notice as read. Returns whether it has a target. */
function useOpenNotice(userId: string): (notice: Notice) => boolean {
  const mark = useMarkNotice(userId)
  return (notice) => {
    if (!notice.isRead) mark({ notice, isRead: true })
    const isMissing = notice.source === 'mockup_notifications' && notice.target === null
    if (isMissing) notifications.show({ color: 'red', message: 'Unable to open mockup page - missing UUID.' })
    return !isMissing
  }
}

function PanelContent({ userId, answer }: { userId: string; answer: AnswerTask }) {
  const [show, setShow] = useState<Show>('unread')
  const [order, setOrder] = useState<NoticeOrder>('oldest')
  const [source, setSource] = useState<NotificationSource | null>(null)
  const [showsToasts, setShowsToasts] = useToasts()
  const mark = useMarkNotice(userId)
  const markAll = useActMutation(markAllReadMutation(userId, useQueryClient()))
  const openNotice = useOpenNotice(userId)
  const hrefOf = useNoticeHref()
  const counts = useUnreadCounts(userId)
  const { notices, loading, failed, retry } = useNotices(userId, { show, order, source })
  usePolledPanel(userId, { show, source })
  const isWhole = useDeferredValue(notices.length > 0, false)
  const now = useNow(30_000)

  const unread = notices.filter((notice) => !notice.isRead)
  const beyond = (source ? (counts?.[source] ?? 0) : unreadOf(counts)) - unread.length
  const until = lastSeen(unread)

  const list = useRef<HTMLUListElement>(null)
  /** Another choice is another list: it starts at its beginning. */
  const toTheTop = () => list.current?.closest('[role=dialog]')?.scrollTo({ top: 0 })

  return (
    <>
      <PanelTools
        show={show}
        onShow={(next) => {
          setShow(next)
          toTheTop()
        }}
        order={order}
        onOrder={(next) => {
          setOrder(next)
          toTheTop()
        }}
        source={source}
        onSource={(next) => {
          setSource(next)
          toTheTop()
        }}
        counts={counts}
        onMarkAll={until === null || markAll.isPending ? null : () => markAll.mutate({ until, source })}
      />
      {failed ? (
        <Box p="md" pb={0}>
          <Problem onRetry={retry}>Some notifications could not be read</Problem>
        </Box>
      ) : null}
      {markAll.isError ? (
        <Alert color="red" m="md" title="The notifications could not be marked as read">
          {markAll.error.message}
        </Alert>
      ) : null}
      {loading && notices.length === 0 ? <PanelSkeleton /> : null}
      {!loading && !failed && notices.length === 0 ? <NothingToShow show={show} /> : null}
      <ul
        ref={list}
        className={classes.list}
        aria-label={show === 'all' ? 'All notifications' : 'Unread notifications'}
      >
        {(isWhole ? notices : notices.slice(0, firstScreen)).map((notice) => (
          <NoticeItem
            key={`${notice.source} ${notice.id}`}
            notice={notice}
            now={now}
            href={hrefOf(notice)}
            onOpen={openNotice}
            onMarkUnread={(read) => mark({ notice: read, isRead: false })}
            answer={answer}
            onDone={(done) => (done.isRead ? undefined : mark({ notice: done, isRead: true }))}
          />
        ))}
      </ul>
      {!loading && beyond > 0 ? (
        <Text size="sm" c="dimmed" className={classes.beyond}>
          {beyond} more unread. They show here as these are read.
        </Text>
      ) : null}
      <div className={classes.setting}>
        <Switch
          size="sm"
          label="Show new notifications on the screen as they arrive"
          checked={showsToasts}
          onChange={(event) => setShowsToasts(event.currentTarget.checked)}
        />
      </div>
    </>
  )
}
