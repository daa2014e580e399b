import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Entry } from '../entry'
import { useCalendar } from './calendar-context'
import { clockWords, timeWords, useEntryProps } from './entry-chip'
import classes from './calendar.module.css'

type EntryBlockProps = {
  entry: Entry
  lane: string
  /** The lower edge is where the entry ends. */
  isLast: boolean
  /** The minutes of the grid that the block takes. */
  shown: number
  style: CSSProperties
}

/** An entry in the hour grid. If allowed, its lower edge changes its length. */
export function EntryBlock({ entry, lane, isLast, shown, style }: EntryBlockProps) {
  const { moves } = useCalendar()
  const props = useEntryProps(entry, lane)
  const isShort = shown < 40
  return (
    <div
      {...props}
      className={classes.block}
      data-short={isShort || undefined}
      data-roomy={shown >= 75 || undefined}
      style={style}
    >
      <span className={classes.name}>
        {entry.isDone ? <IconCheck className={classes.tick} size={13} stroke={2.5} aria-hidden /> : null}
        {entry.title}
      </span>
      <span className={classes.more}>{isShort && entry.from !== null ? clockWords(entry.from) : timeWords(entry)}</span>
      {shown >= 75 && (entry.detail || entry.number) ? (
        <span className={classes.more}>{[entry.detail, entry.number].filter(Boolean).join(' · ')}</span>
      ) : null}
      {entry.mayResize && isLast ? (
        <span className={classes.edge} aria-hidden onPointerDown={(event) => moves.take(event, entry, lane, 'edge')} />
      ) : null}
    </div>
  )
}
