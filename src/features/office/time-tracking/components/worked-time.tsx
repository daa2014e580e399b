import { formatDuration } from '@/shared/domain/duration'
import type { TimeEntry } from '@/shared/domain/time-entry'
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
export const LongRun = ({ entry }: { entry: TimeEntry }) =>
  useRunsLong(entry) ? <span className={classes.longRun}>running for more than 10 hours</span> : null
