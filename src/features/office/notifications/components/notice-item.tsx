import { ActionIcon, Tooltip } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Notice } from '@/shared/domain/records/notification'
import { momentText } from '@/shared/domain/text/formats'
import { noticeTime } from '@/shared/domain/time/relative-time'
import { type AnswerTask, NoticeAnswer } from './notice-answer'
import { NoticeIcon } from './notice-icon'
import classes from './notice-item.module.css'

type NoticeItemProps = {
  notice: Notice
  now: number
  /** The link of the notice; null without one. */
  href: string | null
  onOpen: (notice: Notice) => void
  onMarkUnread: (notice: Notice) => void
  /** Answers the task of a reply. */
  answer: AnswerTask
  /** The notice was dealt with here. */
  onDone: (notice: Notice) => void
}

/**
 * One line of the panel. A real link, so a middle click opens it in a new tab. Plain elements: up to 250 of these are
 * built when the panel opens.
 */
export function NoticeItem({ notice, now, href, onOpen, onMarkUnread, answer, onDone }: NoticeItemProps) {
  const content = (
    <>
      <span className={classes.icon}>
        <NoticeIcon notice={notice} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {notice.title}
          {notice.isRead ? null : <span className={classes.hidden}> (unread)</span>}
        </span>
        {notice.message ? <span className={classes.message}>{notice.message}</span> : null}
        {notice.words === undefined ? null : <span className={classes.said}>{notice.words}</span>}
        <time className={classes.time} dateTime={notice.createdAt} title={momentText(notice.createdAt)}>
          {noticeTime(notice.createdAt, now)}
        </time>
      </span>
    </>
  )
  const open = () => onOpen(notice)

  return (
    <li className={classes.item} data-unread={notice.isRead ? undefined : true}>
      {href === null ? (
        <button type="button" className={classes.body} onClick={open}>
          {content}
        </button>
      ) : (
        <Link className={classes.body} to={href} replace onClick={open}>
          {content}
        </Link>
      )}
      {notice.isRead ? (
        <Tooltip label="Mark as unread">
          <ActionIcon
            className={classes.action}
            size="lg"
            aria-label={`Mark as unread: ${notice.title}`}
            onClick={({ currentTarget }) => {
              // The button disappears with its action, so the focus moves to the notice.
              currentTarget.closest('li')?.querySelector<HTMLElement>('a, button')?.focus()
              onMarkUnread(notice)
            }}
          >
            <IconMailOpened size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      ) : null}
      {notice.source === 'task_reply_notifications' && notice.target !== null ? (
        <NoticeAnswer notice={notice} taskId={notice.target.id} answer={answer} onDone={onDone} />
      ) : null}
    </li>
  )
}
