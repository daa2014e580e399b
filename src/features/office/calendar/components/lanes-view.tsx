import { type CSSProperties, Fragment } from 'react'
import { weekdayText } from '@/shared/domain/text/formats'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import { type Day, numberOfDay, shortWeekday } from '../days'
import { type Entry, keyOf } from '../entry'
import { belongs, closedOn, lanesOf } from '../lanes'
import { useCalendar } from './calendar-context'
import { clockWords, EntryChip, timeWords } from './entry-chip'
import { LoadBar } from './load-bar'
import classes from './calendar.module.css'

type LanesViewProps = { days: readonly Day[]; entries: readonly Entry[]; shifts: readonly Entry[] }

/** A week with a row for each person, machine or van. Shifts are drawn behind the days of people. */
export function LanesView({ days, entries, shifts }: LanesViewProps) {
  const { by, lanes, today, openDay } = useCalendar()
  if (by === null) return null
  const shown = entries.filter((entry) => belongs(entry, by) && (entry.kind !== 'shift' || by !== 'person'))
  const inLane = (lane: string, day: Day) => (entry: Entry) =>
    entry.firstDay <= day && entry.lastDay >= day && lanesOf(entry, by).includes(lane)
  return (
    <div className={classes.lanes} data-scroller style={{ '--columns': days.length } as CSSProperties}>
      <div className={classes.lanesCorner} />
      {days.map((day) => (
        <button
          key={day}
          type="button"
          className={classes.dayHead}
          data-today={day === today || undefined}
          aria-label={weekdayText(day)}
          onClick={() => openDay(day)}
        >
          <span>{shortWeekday(day)}</span>
          <strong>{numberOfDay(day)}</strong>
        </button>
      ))}
      {lanes.map((lane) => (
        <Fragment key={lane.id}>
          <div className={classes.laneTitle}>
            {by === 'person' && lane.id !== '' ? <PersonAvatar name={lane.name} size={28} /> : null}
            <span>{lane.name}</span>
          </div>
          {days.map((day, column) => (
            <LaneCell
              key={day}
              day={day}
              lane={lane.id}
              {...(lane.capacity === undefined ? {} : { capacity: lane.capacity })}
              closed={closedOn(lane, day)}
              isWeekend={column > 4}
              entries={shown.filter(inLane(lane.id, day))}
              shifts={by === 'person' ? shifts.filter(inLane(lane.id, day)) : []}
            />
          ))}
        </Fragment>
      ))}
    </div>
  )
}

type LaneCellProps = {
  day: Day
  lane: string
  capacity?: number
  /** Why the machine does not work on this day. */
  closed: string | null
  isWeekend: boolean
  entries: readonly Entry[]
  shifts: readonly Entry[]
}

function LaneCell({ day, lane, capacity, closed, isWeekend, entries, shifts }: LaneCellProps) {
  const { today, moves } = useCalendar()
  const target = moves.moving?.target
  const isTarget = target && target !== 'waiting' && target.day === day && target.lane === lane
  const isAway = entries.some(({ kind, status }) => kind === 'absence' && status === 'approved')
  return (
    <div
      className={classes.laneCell}
      data-drop="cell"
      data-day={day}
      data-lane={lane}
      data-today={day === today || undefined}
      data-weekend={isWeekend || closed !== null || undefined}
      title={closed === null ? undefined : `Closed: ${closed}`}
      data-away={isAway || undefined}
      data-over={isTarget || undefined}
    >
      {capacity === undefined ? null : <LoadBar entries={entries} day={day} capacity={capacity} closed={closed} />}
      {shifts.map((shift) => (
        <span key={shift.id} className={classes.shift}>
          {timeWords(shift)}
        </span>
      ))}
      {entries.map((entry) => (
        <EntryChip key={keyOf(entry)} entry={entry} lane={lane} />
      ))}
      {isTarget ? (
        <span className={classes.cellGhost} data-bad={moves.moving?.problem ? true : undefined}>
          {moves.moving?.problem ?? (target.minutes === null ? moves.moving?.entry.title : clockWords(target.minutes))}
        </span>
      ) : null}
    </div>
  )
}
