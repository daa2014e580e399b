import { IconCheck } from '@tabler/icons-react'
import type { CSSProperties, KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react'
import { wallClockText, weekdayText } from '@/shared/domain/text/formats'
import { type Entry, isScheduled, keyOf, kindLabels } from '../entry'
import { clockOfMinutes } from '../zone'
import { useCalendar } from './calendar-context'
import classes from './calendar.module.css'

/** `09:30` as the company writes it. */
export const clockWords = (minutes: number): string => wallClockText(clockOfMinutes(minutes))

/** `09:30 – 11:00`; empty for whole days. */
export const timeWords = ({ from, until }: Pick<Entry, 'from' | 'until'>): string =>
  from === null || until === null ? '' : `${clockWords(from)} – ${clockWords(until)}`

/** The label of an entry for screen readers. */
function spoken(entry: Entry): string {
  const when = isScheduled(entry)
    ? [
        weekdayText(entry.firstDay),
        entry.lastDay === entry.firstDay ? '' : `to ${weekdayText(entry.lastDay)}`,
        timeWords(entry),
      ]
    : ['without a time']
  return [kindLabels[entry.kind].one, entry.title, entry.detail, ...when, entry.isDone ? 'done' : '']
    .filter(Boolean)
    .join(', ')
}

/** The common handlers of every entry: a click opens it, a drag moves it, Space lifts it for the keyboard. */
export function useEntryProps(entry: Entry, lane: string) {
  const { open, moves, flashing } = useCalendar()
  const { moving } = moves
  return {
    role: 'button',
    tabIndex: 0,
    'aria-label': spoken(entry),
    'data-kind': entry.kind,
    'data-entry': keyOf(entry),
    'data-done': entry.isDone || undefined,
    'data-fixed': !entry.mayMove || undefined,
    'data-lifted': (moving && keyOf(moving.entry) === keyOf(entry)) || undefined,
    'data-flash': flashing === keyOf(entry) || undefined,
    onPointerDown: (event: PointerEvent<HTMLElement>) => moves.take(event, entry, lane),
    onContextMenu: (event: MouseEvent) => (moving ? event.preventDefault() : undefined),
    onClick: (event: MouseEvent<HTMLElement>) => {
      event.stopPropagation()
      if (!moves.isDropClick()) open(entry, event.currentTarget.getBoundingClientRect())
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target !== event.currentTarget) return
      if (event.key === 'Enter') open(entry, event.currentTarget.getBoundingClientRect())
      else if (event.key === ' ') moves.takeByKeys(entry, lane)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

type EntryChipProps = {
  entry: Entry
  lane?: string
  /** `bar` for whole days and in narrow places, `line` with a dot and the time, `card` with more words. */
  look?: 'bar' | 'line' | 'card'
  style?: CSSProperties
  fromBefore?: boolean
  goesOn?: boolean
  children?: ReactNode
}

/** An entry as a chip: in a month, on the all-day line, in a lane, in the waiting list. */
export function EntryChip({ entry, lane = '', look, style, fromBefore, goesOn, children }: EntryChipProps) {
  const props = useEntryProps(entry, lane)
  const shape = look ?? (entry.from === null || entry.firstDay !== entry.lastDay ? 'bar' : 'line')
  return (
    <div
      {...props}
      className={classes.chip}
      data-look={shape}
      data-before={fromBefore || undefined}
      data-on={goesOn || undefined}
      style={style}
    >
      {entry.isDone ? <IconCheck className={classes.tick} size={13} stroke={2.5} aria-hidden /> : null}
      {shape === 'line' && entry.from !== null ? <span className={classes.time}>{clockWords(entry.from)}</span> : null}
      <span className={classes.name}>{entry.title}</span>
      {shape === 'card' && (entry.detail || entry.number) ? (
        <span className={classes.more}>{[entry.number, entry.detail].filter(Boolean).join(' · ')}</span>
      ) : null}
      {children}
    </div>
  )
}
