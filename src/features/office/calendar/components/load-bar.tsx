import { formatDuration } from '../load'
import { loadOf } from '../load'
import type { Day } from '../days'
import type { Entry } from '../entry'
import classes from './calendar.module.css'

type LoadBarProps = { entries: readonly Entry[]; day: Day; capacity: number; closed: string | null }

/** The planned minutes of a day against the capacity of the machine, bench or van. */
export function LoadBar({ entries, day, capacity, closed }: LoadBarProps) {
  const minutes = loadOf(entries, day)
  if (minutes === 0) return null
  const share = capacity > 0 && closed === null ? minutes / capacity : 2
  const words =
    closed !== null ? `${formatDuration(minutes)}, closed` : `${formatDuration(minutes)} of ${formatDuration(capacity)}`
  return (
    <span
      className={classes.load}
      data-over={share > 1 || undefined}
      title={closed !== null ? `${words}: ${closed}` : share > 1 ? `${words}: more than a day takes` : words}
    >
      <span className={classes.loadWords}>{words}</span>
      <span className={classes.loadBar}>
        <span style={{ width: `${Math.min(100, share * 100)}%` }} />
      </span>
    </span>
  )
}
