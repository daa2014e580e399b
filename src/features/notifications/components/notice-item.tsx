import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Notice } from '@/shared/domain/notification'
import { fullTime, noticeTime } from '@/shared/domain/relative-time'
import { NoticeIcon } from './notice-icon'
import classes from './notice-item.module.css'

type NoticeItemProps = {
  notice: Notice
  now: number
  /** Where a click leads; null when there is nowhere to go. */
  href: string | null
  onOpen: (notice: Notice) => void
  onMarkUnread: (notice: Notice) => void
}

/** One line of the panel. A real link, so a middle click opens it in a new tab. */
export function NoticeItem({ notice, now, href, onOpen, onMarkUnread }: NoticeItemProps) {
  const content = (
    <>
      <span className={classes.icon}>
        <NoticeIcon notice={notice} />
      </span>
      <span className={classes.words}>
        <Text component="span" className={classes.title}>
          {notice.title}
          {notice.isRead ? null : <span className={classes.hidden}> (unread)</span>}
        </Text>
        {notice.message ? (
          <Text component="span" size="sm" c="dimmed" className={classes.message}>
            {notice.message}
          </Text>
        ) : null}
        <Text
          component="time"
          size="xs"
          c="dimmed"
          dateTime={notice.createdAt}
          title={fullTime(notice.createdAt)}
          className={classes.time}
        >
          {noticeTime(notice.createdAt, now)}
        </Text>
      </span>
    </>
  )
  const open = () => onOpen(notice)

  return (
    <li className={classes.item} data-unread={notice.isRead ? undefined : true}>
      {href === null ? (
        <UnstyledButton className={classes.body} onClick={open}>
          {content}
        </UnstyledButton>
      ) : (
        <UnstyledButton className={classes.body} component={Link} to={href} onClick={open}>
          {content}
        </UnstyledButton>
      )}
      {notice.isRead ? (
        <Tooltip label="Mark as unread">
          <ActionIcon
            className={classes.action}
            size="lg"
            aria-label={`Mark as unread: ${notice.title}`}
            onClick={() => onMarkUnread(notice)}
          >
            <IconMailOpened size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      ) : null}
    </li>
  )
}
