import { Anchor, Badge, Button, Skeleton } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { momentText } from '@/shared/domain/text/formats'
import { workOfTimerQuery } from '@/shared/db/reads/work-of-timer.query'
import { beganAt, type TimeEntry, workedFor } from '@/shared/domain/time/time-entry'
import { longWorkWords } from '@/shared/domain/time/timed-work'
import { LoadError } from './load-error'
import type { MoveEntry } from '../move-entry'
import classes from './time-tracking.module.css'
import { LongRun, WorkedTime } from './worked-time'

type OpenEntriesProps = {
  query: UseQueryResult<TimeEntry[]>
  hrefOf: (id: string) => string
  busyId: string | null
  onMove: (wish: MoveEntry) => void
}

/** The timers that are not completed, with their actions. */
export function OpenEntries({ query, hrefOf, busyId, onMove }: OpenEntriesProps) {
  if (query.isPending) return <Skeleton height={64} />
  if (!query.data) return <LoadError what="Your timers" onRetry={() => void query.refetch()} />
  if (query.data.length === 0) return <p className={classes.note}>No timer is open.</p>

  const isAnyActive = query.data.some(({ status }) => status === 'active')
  return (
    <ul className={classes.list} aria-label="Open timers">
      {query.data.map((entry) => (
        <li key={entry.id} className={classes.line}>
          <div className={classes.what}>
            <Anchor component={Link} to={hrefOf(entry.id)} className={classes.who}>
              {workedFor(entry)}
            </Anchor>
            <span className={classes.detail}>
              <Work entry={entry} />
              since {momentText(beganAt(entry))} <LongRun entry={entry} />
            </span>
          </div>
          <Badge variant={entry.status === 'active' ? 'light' : 'default'}>
            {entry.status === 'active' ? 'Running' : 'Paused'}
          </Badge>
          <WorkedTime entry={entry} />
          <div className={classes.moves}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={busyId === entry.id}
              // Resume takes the place of Pause at once: a double click is one wish.
              onClick={({ detail }) => {
                if (detail < 2)
                  onMove(
                    entry.status === 'active'
                      ? { move: 'pause', entry }
                      : { move: 'resume', entry, pausesOther: isAnyActive },
                  )
              }}
            >
              {entry.status === 'active' ? 'Pause' : isAnyActive ? 'Pause that, resume this' : 'Resume'}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={busyId === entry.id}
              onClick={() => onMove({ move: 'stop', entry })}
            >
              Stop
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The job and step of an open timer. */
function Work({ entry }: { entry: TimeEntry }) {
  const { data: work } = useQuery(workOfTimerQuery(entry.id, entry.touchedAt))
  const words = longWorkWords(work)
  return words === '' ? null : `${words} · `
}
