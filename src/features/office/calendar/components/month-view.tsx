import { Popover } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { weekdayText } from '@/shared/domain/text/formats'
import { type Day, daysFrom, numberOfDay, sameMonth, shortMonthText, shortWeekday, weeksOfMonth } from '../days'
import { type Entry, keyOf } from '../entry'
import { hiddenOf, weekLines } from '../week-lines'
import { useCalendar } from './calendar-context'
import { EntryChip } from './entry-chip'
import classes from './calendar.module.css'

/** In px: a week's line with its gap, and the day's number above the lines. */
const lineHeight = 22
const headHeight = 28

type MonthViewProps = { day: Day; entries: readonly Entry[] }

/** A month as weeks. An entry over several days is one bar; entries that do not fit are counted. */
export function MonthView({ day, entries }: MonthViewProps) {
  const weeks = weeksOfMonth(day)
  const { ref, height } = useElementSize()
  const rowHeight = Math.max(86, height / weeks.length)
  const lines = Math.max(1, Math.floor((rowHeight - headHeight - 4) / lineHeight))
  return (
    <div className={classes.month}>
      <div className={classes.weekdays} aria-hidden>
        {(weeks[0] ?? []).map((one) => (
          <span key={one}>{shortWeekday(one)}</span>
        ))}
      </div>
      <div className={classes.weeks} ref={ref} data-scroller>
        {weeks.map((week) => (
          <Week key={week[0]} monday={week[0] ?? day} month={day} entries={entries} lines={lines} />
        ))}
      </div>
    </div>
  )
}

type WeekProps = { monday: Day; month: Day; entries: readonly Entry[]; lines: number }

function Week({ monday, month, entries, lines }: WeekProps) {
  const { today, openDay, moves } = useCalendar()
  const bars = weekLines(entries, monday)
  const { shown, more } = hiddenOf(bars, lines)
  const target = moves.moving?.target
  return (
    <section className={classes.week} style={{ minHeight: headHeight + 2 * lineHeight }}>
      {daysFrom(monday, 7).map((day, column) => (
        <div
          key={day}
          className={classes.cell}
          data-drop="cell"
          data-day={day}
          data-today={day === today || undefined}
          data-outside={!sameMonth(day, month) || undefined}
          data-weekend={column > 4 || undefined}
          data-over={(target && target !== 'waiting' && target.day === day) || undefined}
        >
          <button
            type="button"
            className={classes.dayNumber}
            onClick={() => openDay(day)}
            aria-label={weekdayText(day)}
          >
            {numberOfDay(day)}
            {numberOfDay(day) === 1 ? ` ${shortMonthText(day)}` : ''}
          </button>
          {more[column] ? (
            <MoreOfDay day={day} count={more[column] ?? 0} top={headHeight + shown * lineHeight} entries={entries} />
          ) : null}
        </div>
      ))}
      {bars
        .filter(({ line }) => line < shown)
        .map(({ span, column, length, line, fromBefore, goesOn }) => (
          <EntryChip
            key={keyOf(span)}
            entry={span}
            fromBefore={fromBefore}
            goesOn={goesOn}
            style={{
              position: 'absolute',
              top: headHeight + line * lineHeight,
              left: `calc(${(column / 7) * 100}% + 3px)`,
              width: `calc(${(length / 7) * 100}% - 7px)`,
            }}
          />
        ))}
    </section>
  )
}

type MoreOfDayProps = { day: Day; count: number; top: number; entries: readonly Entry[] }

/** The list of the entries that did not fit into a day, behind their number. */
function MoreOfDay({ day, count, top, entries }: MoreOfDayProps) {
  const [isOpen, setOpen] = useState(false)
  const { openDay, moves } = useCalendar()
  return (
    <Popover
      opened={isOpen && !moves.moving}
      onChange={setOpen}
      width={280}
      position="bottom"
      shadow="md"
      withinPortal
      trapFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.moreButton}
          style={{ top }}
          aria-label={`${count} more on ${weekdayText(day)}`}
          onClick={() => setOpen(true)}
        >
          +{count} <span>more</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <button type="button" className={classes.moreTitle} onClick={() => openDay(day)}>
          {weekdayText(day)}
        </button>
        <div className={classes.moreList}>
          {entries
            .filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)
            .map((entry) => (
              <EntryChip key={keyOf(entry)} entry={entry} />
            ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
