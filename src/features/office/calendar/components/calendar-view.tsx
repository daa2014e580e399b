import { daysOf } from '../calendar-place'
import type { Entry } from '../entry'
import type { ShownPlace } from '../use-calendar-place'
import { AgendaView } from './agenda-view'
import { LanesView } from './lanes-view'
import { MonthView } from './month-view'
import { TimeGrid } from './time-grid'

type CalendarViewProps = {
  place: ShownPlace
  /** Entries that the filters leave. */
  entries: readonly Entry[]
  /** All shifts: lanes show them behind the entries. */
  shifts: readonly Entry[]
}

/** The entries as month, agenda, lanes of people or machines, or a grid of hours. */
export function CalendarView({ place: { shown, change }, entries, shifts }: CalendarViewProps) {
  if (shown.view === 'month') return <MonthView day={shown.day} entries={entries} />
  if (shown.view === 'agenda')
    return <AgendaView day={shown.day} entries={entries} onLater={(day) => change({ day }, true)} />
  if (shown.view === 'week' && shown.by !== null)
    return <LanesView days={daysOf(shown)} entries={entries} shifts={shifts} />
  return <TimeGrid days={daysOf(shown)} entries={entries} />
}
