import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type Ref, useLayoutEffect, useRef } from 'react'
import { countText, weekdayText } from '@/shared/domain/text/formats'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import { columnsIn, sideBySide, withCrowds } from '../columns'
import { type Day, numberOfDay, shortWeekday } from '../days'
import { type Entry, isWholeDay, keyOf } from '../entry'
import { belongs, closedOn, lanesOf } from '../lanes'
import { weekLines } from '../week-lines'
import { useCalendar } from './calendar-context'
import { EntryBlock } from './entry-block'
import { clockWords, EntryChip } from './entry-chip'
import { LoadBar } from './load-bar'
import classes from './calendar.module.css'

/** An empty place that is pressed begins at a half hour. */
const slotMinutes = 30
/** In px. */
const hourHeight = 48
const hours = Array.from({ length: 24 }, (_, hour) => hour)

type Column = {
  key: string
  day: Day
  lane: string
  name: string
  capacity?: number
  /** Why the machine is closed. */
  closed: string | null
  avatar?: boolean
}

type TimeGridProps = { days: readonly Day[]; entries: readonly Entry[] }

/** Days hour by hour, or one day with a column for each person, machine or van. */
export function TimeGrid({ days, entries }: TimeGridProps) {
  const { by, lanes, today } = useCalendar()
  const [first = today] = days
  const byLane = by !== null && days.length === 1
  const columns: Column[] = byLane
    ? lanes.map((lane) => ({
        key: lane.id,
        day: first,
        lane: lane.id,
        name: lane.name,
        avatar: by === 'person' && lane.id !== '',
        closed: closedOn(lane, first),
        ...(lane.capacity === undefined ? {} : { capacity: lane.capacity }),
      }))
    : days.map((day) => ({ key: day, day, lane: '', name: '', closed: null }))
  const inColumn = ({ day, lane }: Column, entry: Entry) =>
    entry.firstDay <= day &&
    entry.lastDay >= day &&
    (!byLane || by === null || (belongs(entry, by) && lanesOf(entry, by).includes(lane)))
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: firstDay, width } = useElementSize()
  const view = `${first} ${days.length} ${by ?? ''}`
  useLayoutEffect(() => {
    // Scrolls to a little before the first working hour, so that the person sees that there are hours above.
    scroller.current?.scrollTo({ top: hourHeight * 6.6 })
  }, [view])

  return (
    <div
      className={classes.grid}
      ref={scroller}
      data-scroller
      style={{ '--columns': columns.length } as CSSProperties}
      data-lanes={byLane || undefined}
    >
      <div className={classes.gridHead}>
        <div className={classes.corner} />
        {columns.map((column) => (
          <ColumnHead
            key={column.key}
            column={column}
            byLane={byLane}
            entries={entries.filter((one) => inColumn(column, one))}
          />
        ))}
        <div className={classes.wholeLabel}>All day</div>
        {byLane ? (
          columns.map((column) => (
            <div
              key={column.key}
              className={classes.wholeCell}
              data-drop="cell"
              data-day={column.day}
              data-lane={column.lane}
            >
              {entries
                .filter((one) => isWholeDay(one) && inColumn(column, one))
                .map((entry) => (
                  <EntryChip key={keyOf(entry)} entry={entry} lane={column.lane} look="bar" />
                ))}
            </div>
          ))
        ) : (
          <WholeDays days={days} entries={entries.filter(isWholeDay)} />
        )}
      </div>
      <div className={classes.gridBody} style={{ height: hourHeight * 24 }}>
        <div className={classes.hours} aria-hidden>
          {hours.slice(1).map((hour) => (
            <span key={hour} style={{ top: hour * hourHeight }}>
              {clockWords(hour * 60)}
            </span>
          ))}
        </div>
        {columns.map((column, index) => (
          <DayColumn
            key={column.key}
            column={column}
            ref={index === 0 ? firstDay : undefined}
            most={!byLane && days.length > 1 ? columnsIn(width) : Infinity}
            entries={entries.filter((one) => !isWholeDay(one) && inColumn(column, one))}
          />
        ))}
      </div>
    </div>
  )
}

type ColumnHeadProps = { column: Column; byLane: boolean; entries: readonly Entry[] }

function ColumnHead({ column, byLane, entries }: ColumnHeadProps) {
  const { today, openDay } = useCalendar()
  if (byLane)
    return (
      <div className={classes.laneHead}>
        {column.avatar ? <PersonAvatar name={column.name} size={28} /> : null}
        <span className={classes.laneName}>{column.name}</span>
        {column.capacity === undefined ? null : (
          <LoadBar entries={entries} day={column.day} capacity={column.capacity} closed={column.closed} />
        )}
      </div>
    )
  return (
    <button
      type="button"
      className={classes.dayHead}
      data-today={column.day === today || undefined}
      aria-label={weekdayText(column.day)}
      onClick={() => openDay(column.day)}
    >
      <span>{shortWeekday(column.day)}</span>
      <strong>{numberOfDay(column.day)}</strong>
    </button>
  )
}

/** The line of whole days: bars over the days that they last. */
function WholeDays({ days, entries }: TimeGridProps) {
  const { moves } = useCalendar()
  const [first = ''] = days
  const bars = weekLines(entries, first, days.length)
  const lines = Math.max(1, ...bars.map(({ line }) => line + 1))
  const target = moves.moving?.target
  return (
    <div className={classes.wholeDays} style={{ height: Math.min(7, lines) * 22 + 6 }}>
      <div className={classes.wholeScroll} style={{ height: lines * 22 + 4 }}>
        {days.map((day, column) => (
          <div
            key={day}
            className={classes.wholeDay}
            data-drop="cell"
            data-day={day}
            data-over={(target && target !== 'waiting' && target.day === day && target.minutes === null) || undefined}
            style={{ left: `${(column / days.length) * 100}%`, width: `${100 / days.length}%` }}
          />
        ))}
        {bars.map(({ span, column, length, line, fromBefore, goesOn }) => (
          <EntryChip
            key={keyOf(span)}
            entry={span}
            look="bar"
            fromBefore={fromBefore}
            goesOn={goesOn}
            style={{
              position: 'absolute',
              top: line * 22 + 2,
              left: `calc(${(column / days.length) * 100}% + 2px)`,
              width: `calc(${(length / days.length) * 100}% - 5px)`,
            }}
          />
        ))}
      </div>
    </div>
  )
}

type DayColumnProps = {
  column: Column
  ref?: Ref<HTMLDivElement> | undefined
  /** How many entries may stand side by side. */
  most: number
  entries: readonly Entry[]
}

function DayColumn({ column, ref, most, entries }: DayColumnProps) {
  const { today, nowMinutes, moves, openDay, begin } = useCalendar()
  const { shown, crowds } = withCrowds(
    sideBySide(
      entries.map((entry) => ({
        entry,
        from: entry.firstDay === column.day ? (entry.from ?? 0) : 0,
        until: entry.lastDay === column.day ? (entry.until ?? 1440) : 1440,
      })),
    ),
    most,
  )
  const { moving } = moves
  const target = moving?.target
  const isTarget = target && target !== 'waiting' && target.day === column.day && target.lane === column.lane
  const length = isTarget ? (target.length ?? moving.entry.minutes ?? 30) : 0
  return (
    <div
      ref={ref}
      className={classes.column}
      data-drop="column"
      data-day={column.day}
      data-lane={column.lane}
      data-today={column.day === today || undefined}
      onClick={(event) => {
        if (event.target !== event.currentTarget || moves.isDropClick()) return
        const { top, height } = event.currentTarget.getBoundingClientRect()
        const minutes = Math.floor((((event.clientY - top) / height) * 1440) / slotMinutes) * slotMinutes
        begin({ day: column.day, minutes: Math.min(Math.max(0, minutes), 1410), x: event.clientX, y: event.clientY })
      }}
    >
      {shown.map((one) => (
        <EntryBlock
          key={keyOf(one.block.entry)}
          entry={one.block.entry}
          lane={column.lane}
          isLast={one.block.entry.lastDay === column.day && one.until === one.block.until}
          shown={one.until - one.from}
          style={{
            top: `${(one.from / 1440) * 100}%`,
            height: `max(20px, calc(${((one.until - one.from) / 1440) * 100}% - 2px))`,
            left: `${(one.column / one.columns) * 100}%`,
            width: `calc(${(one.span / one.columns) * 100}% - 3px)`,
          }}
        />
      ))}
      {crowds.map(({ from, until, blocks }) => (
        <button
          key={`${from} ${until}`}
          type="button"
          className={classes.crowd}
          aria-label={`${countText(blocks.length)} more, ${weekdayText(column.day)}, ${clockWords(from)} to ${clockWords(until % 1440)}`}
          onClick={() => openDay(column.day)}
          style={{
            top: `${(from / 1440) * 100}%`,
            height: `max(20px, calc(${((until - from) / 1440) * 100}% - 2px))`,
          }}
        >
          +{countText(blocks.length)} more
        </button>
      ))}
      {isTarget && target.minutes !== null ? (
        <div
          className={classes.ghost}
          data-kind={moving.entry.kind}
          data-bad={moving.problem !== null || undefined}
          style={{
            top: `${(target.minutes / 1440) * 100}%`,
            height: `max(20px, ${(Math.min(length, 1440 - target.minutes) / 1440) * 100}%)`,
          }}
        >
          {moving.problem ?? `${clockWords(target.minutes)} – ${clockWords((target.minutes + length) % 1440)}`}
        </div>
      ) : null}
      {column.day === today ? (
        <div className={classes.now} style={{ top: `${(nowMinutes / 1440) * 100}%` }} aria-hidden />
      ) : null}
    </div>
  )
}
