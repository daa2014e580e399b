import { Anchor, Button, Center, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { clockText, momentText } from '@/shared/domain/text/formats'
import { beganAt, workedFor } from '@/shared/domain/time/time-entry'
import { longWorkWords } from '@/shared/domain/time/timed-work'
import { completedEntriesQuery, type WorkedEntry } from '../api/entries.query'
import classes from './time-tracking.module.css'
import { LoadError } from './load-error'

/** The completed timers of a person, newest first, a page at a time. */
export function CompletedEntries({ userEmail, hrefOf }: { userEmail: string; hrefOf: (id: string) => string }) {
  const entries = useInfiniteQuery(completedEntriesQuery(userEmail))
  const rows = entries.data?.pages.flat()

  if (entries.isPending) return <Skeleton height={120} />
  if (!rows) return <LoadError what="Your completed timers" onRetry={() => void entries.refetch()} />
  if (rows.length === 0) return <p className={classes.note}>Nothing is completed yet.</p>
  const dropped = rows.filter(({ isDropped }) => isDropped)

  return (
    <>
      <Lines label="Completed timers" rows={rows.filter(({ isDropped }) => !isDropped)} hrefOf={hrefOf} />
      {dropped.length === 0 ? null : (
        <details className={classes.dropped}>
          <summary>
            {dropped.length === 1 ? '1 refused or withdrawn' : `${dropped.length} refused or withdrawn`}
          </summary>
          <Lines label="Refused or withdrawn" rows={dropped} hrefOf={hrefOf} />
        </details>
      )}
      {entries.hasNextPage ? (
        <Center mt="md">
          <Button variant="default" loading={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
            Show more
          </Button>
        </Center>
      ) : null}
    </>
  )
}

type LinesProps = { label: string; rows: readonly WorkedEntry[]; hrefOf: (id: string) => string }

const Lines = ({ label, rows, hrefOf }: LinesProps) => (
  <ul className={classes.list} aria-label={label}>
    {rows.map((entry) => (
      <li key={entry.id} className={classes.line}>
        <div className={classes.what}>
          <Anchor component={Link} to={hrefOf(entry.id)} className={classes.who}>
            {workedFor(entry)}
          </Anchor>
          <span className={classes.detail}>
            {[entry.byHand, longWorkWords(entry.work), spanOf(entry)].filter(Boolean).join(' · ')}
          </span>
        </div>
        {entry.isDropped ? null : <span className={classes.worked}>{entry.totalDuration}</span>}
      </li>
    ))}
  </ul>
)

/** When the work began; of time that waits for approval also when it ended, because that is what is decided. */
const spanOf = (entry: WorkedEntry): string =>
  momentText(beganAt(entry)) + (entry.claimedUntil === null ? '' : `–${clockText(entry.claimedUntil)}`)
