import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import type { Entry } from '../entry'
import { useCalendar } from './calendar-context'
import { timeWords, useEntryProps } from './entry-chip'
import classes from './calendar.module.css'

type EntryBlockProps = { entry: Entry; lane: string; isLast: boolean; style: CSSProperties }

/** An entry in the hour grid. If allowed, its lower edge changes its length. */
export function EntryBlock({ entry, lane, isLast, style }: EntryBlockProps) {
  const { moves } = useCalendar()
  const props = useEntryProps(entry, lane)
  const minutes = entry.minutes ?? 0
  return (
    <div {...props} className={classes.block} data-short={minutes < 40 || undefined} style={style}>
      <span className={classes.name}>
        {entry.isDone ? <IconCheck className={classes.tick} size={13} stroke={2.5} aria-hidden /> : null}
        {entry.title}
      </span>
      <span className={classes.more}>{timeWords(entry)}</span>
      {minutes >= 75 && (entry.detail || entry.number) ? (
        <span className={classes.more}>{[entry.detail, entry.number].filter(Boolean).join(' · ')}</span>
      ) : null}
      {entry.mayResize && isLast ? (
        <span className={classes.edge} aria-hidden onPointerDown={(event) => moves.take(event, entry, lane, 'edge')} />
      ) : null}
    </div>
  )
}
