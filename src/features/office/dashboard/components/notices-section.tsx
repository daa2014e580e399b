import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Notice } from '@/shared/domain/records/notification'
import { momentText } from '@/shared/domain/text/formats'
import { noticeTime } from '@/shared/domain/time/relative-time'
import { Problem } from '@/shared/ui/page/problem'
import classes from './dashboard.module.css'

/** The unread notices and their loading state. */
export type LatestNotices = { notices: readonly Notice[]; loading: boolean; failed: boolean; retry: () => void }
type NoticesSectionProps = {
  latest: LatestNotices
  now: number
  hrefOf: (notice: Notice) => string | null
  onAll: () => void
  onOpen: (notice: Notice) => void
}

const most = 5

/** Notices as they arrive, the newest first. */
export function NoticesSection({ latest, now, hrefOf, onAll, onOpen }: NoticesSectionProps) {
  const { notices, loading, failed, retry } = latest
  return (
    <section aria-label="Notices">
      <header className={classes.sectionHeader}>
        <Title order={2}>Notices</Title>
        <Anchor component="button" size="sm" onClick={onAll}>
          All notifications
        </Anchor>
      </header>
      {loading ? (
        <Stack gap="sm" className={classes.note ?? ''} aria-hidden="true">
          {[75, 60].map((width) => (
            <Skeleton key={width} height={14} width={`${width}%`} />
          ))}
        </Stack>
      ) : failed && notices.length === 0 ? (
        <Problem onRetry={retry}>The notices could not be read</Problem>
      ) : notices.length === 0 ? (
        <Text c="dimmed" className={classes.note}>
          You have read everything.
        </Text>
      ) : (
        <ul className={classes.rows}>
          {notices.slice(0, most).map((notice) => (
            <li key={`${notice.source} ${notice.id}`}>
              <Line notice={notice} now={now} href={hrefOf(notice)} onAll={onAll} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type LineProps = Pick<NoticesSectionProps, 'now' | 'onAll' | 'onOpen'> & { notice: Notice; href: string | null }

function Line({ notice, now, href, onAll, onOpen }: LineProps) {
  const content = (
    <>
      <span className={classes.rowTitle}>{notice.title}</span>
      <span className={classes.rowDetail}>
        {notice.message ? `${notice.message} · ` : ''}
        <time dateTime={notice.createdAt} title={momentText(notice.createdAt)}>
          {noticeTime(notice.createdAt, now)}
        </time>
      </span>
    </>
  )
  return href === null ? (
    <button type="button" className={classes.row} onClick={onAll}>
      {content}
    </button>
  ) : (
    <Link className={classes.row} to={href} onClick={() => onOpen(notice)}>
      {content}
    </Link>
  )
}
