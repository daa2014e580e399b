import { useQuery } from '@tanstack/react-query'
import { longTimerQuery, usualLongTimer } from '@/shared/db/reads/long-timer.query'
import { formatDuration } from '@/shared/domain/time/duration'
import type { TimeEntry } from '@/shared/domain/time/time-entry'
import { useRunsLong, useWorkedSeconds } from '@/streams/react/use-worked-seconds'
import classes from './time-tracking.module.css'

/** HH:MM:SS of a timer, ticking while it runs. */
export function WorkedTime({ entry }: { entry: TimeEntry }) {
  const seconds = useWorkedSeconds(entry)
  return (
    <span className={classes.worked} data-running={entry.status === 'active' || undefined}>
      {seconds === null ? '--:--:--' : formatDuration(seconds)}
    </span>
  )
}

/** Says so when a timer has been running for so long that it was probably forgotten. */
export function LongRun({ entry }: { entry: TimeEntry }) {
  const { data: hours = usualLongTimer } = useQuery(longTimerQuery)
  return useRunsLong(entry, hours) ? (
    <span className={classes.longRun}>
      running for more than {hours} {hours === 1 ? 'hour' : 'hours'}
    </span>
  ) : null
}
