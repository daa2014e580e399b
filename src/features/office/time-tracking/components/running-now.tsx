import { Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { workedFor } from '@/shared/domain/time/time-entry'
import { longWorkWords } from '@/shared/domain/time/timed-work'
import { runningEntriesQuery } from '../api/entries.query'
import { peopleQuery } from '../api/people.query'
import classes from './time-tracking.module.css'
import { LoadError } from './load-error'
import { LongRun, WorkedTime } from './worked-time'
import { RecordLink } from '@/shared/ui/page/record-links'

/** The running timers of everybody. */
export function RunningNow() {
  const running = useQuery(runningEntriesQuery)
  const names = useQuery(peopleQuery(running.data?.map(({ userId }) => userId) ?? []))

  return (
    <section aria-label="Working now">
      <Title order={2} mb="xs">
        Working now
      </Title>
      {running.isPending ? (
        <Skeleton height={64} />
      ) : !running.data ? (
        <LoadError what="Running timers" onRetry={() => void running.refetch()} />
      ) : running.data.length === 0 ? (
        <p className={classes.note}>No timer runs.</p>
      ) : (
        <ul className={classes.list}>
          {running.data.map((entry) => (
            <li key={entry.id} className={classes.line}>
              <div className={classes.what}>
                <RecordLink kind="time_entry" id={entry.id} className={classes.who}>
                  {names.data?.get(entry.userId) ?? entry.userEmail}
                </RecordLink>
                <span className={classes.detail}>
                  {[workedFor(entry), longWorkWords(entry.work)].filter(Boolean).join(' · ')} <LongRun entry={entry} />
                </span>
              </div>
              <WorkedTime entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
