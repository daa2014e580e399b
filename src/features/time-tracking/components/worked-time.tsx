import { formatDuration } from '@/shared/domain/duration'
import type { TimeEntry } from '@/shared/domain/time-entry'
import { useWorkedSeconds } from '@/streams/react/use-worked-seconds'
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
