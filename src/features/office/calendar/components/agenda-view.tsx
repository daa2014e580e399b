import { Button } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { dayAfter } from '@/shared/domain/time/days'
import { weekdayText } from '@/shared/domain/text/formats'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { agendaDays } from '../calendar-place'
import { type Day, daysFrom, longWeekday, numberOfDay, shortMonthText } from '../days'
import { type Entry, keyOf, kindLabels } from '../entry'
import { useCalendar } from './calendar-context'
import { timeWords, useEntryProps } from './entry-chip'
import { PeopleOf } from './people-of'
import classes from './calendar.module.css'

type AgendaViewProps = { day: Day; entries: readonly Entry[]; onLater: (day: Day) => void }

/** Four weeks as a list by day. Empty days are left out, except today. */
export function AgendaView({ day, entries, onLater }: AgendaViewProps) {
  const { today, openDay } = useCalendar()
  const days = daysFrom(day, agendaDays)
    .map((one) => ({ day: one, entries: entries.filter(({ firstDay, lastDay }) => firstDay <= one && lastDay >= one) }))
    .filter((one) => one.entries.length > 0 || one.day === today)
  const nothing = days.every((one) => one.entries.length === 0)
  return (
    <div className={classes.agenda} data-scroller>
      {nothing ? (
        <EmptyScreen icon={<IconCalendarOff stroke={1.5} />} title="Nothing in these four weeks">
          Change the filters, or look at a later day.
        </EmptyScreen>
      ) : (
        days.map((one) => (
          <section key={one.day} className={classes.agendaDay} data-today={one.day === today || undefined}>
            <button
              type="button"
              className={classes.agendaHead}
              onClick={() => openDay(one.day)}
              aria-label={weekdayText(one.day)}
            >
              <strong>{numberOfDay(one.day)}</strong>
              <span>
                {longWeekday(one.day)}
                <small>
                  {shortMonthText(one.day)}
                  {one.day === today ? ' · Today' : one.day === dayAfter(today, 1) ? ' · Tomorrow' : ''}
                </small>
              </span>
            </button>
            <div className={classes.agendaList}>
              {one.entries.length === 0 ? <p className={classes.nothing}>Nothing today</p> : null}
              {one.entries.map((entry) => (
                <AgendaLine key={keyOf(entry)} entry={entry} day={one.day} />
              ))}
            </div>
          </section>
        ))
      )}
      <Button variant="default" m="md" onClick={() => onLater(dayAfter(day, agendaDays))}>
        Four weeks on
      </Button>
    </div>
  )
}

function AgendaLine({ entry, day }: { entry: Entry; day: Day }) {
  const props = useEntryProps(entry, '')
  const { placeName } = useCalendar()
  const when =
    entry.from === null
      ? entry.firstDay === entry.lastDay
        ? 'All day'
        : `Until ${weekdayText(entry.lastDay)}`
      : entry.firstDay === day
        ? timeWords(entry)
        : 'Goes on'
  return (
    <div {...props} className={classes.agendaLine}>
      <span className={classes.agendaTime}>{when}</span>
      <span className={classes.agendaWhat}>
        <span className={classes.name}>{entry.title}</span>
        <span className={classes.more}>
          {[kindLabels[entry.kind].one, entry.number, entry.detail, placeName(entry.workCentre ?? entry.van)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <PeopleOf entry={entry} />
    </div>
  )
}
