import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type CalendarPlace, type CalendarView, rangeOf, readPlace, stepped, withPlace } from './calendar-place'
import type { Day } from './days'

export type ShownPlace = {
  shown: CalendarPlace
  /** The first and the last day that are read. */
  from: Day
  to: Day
  /** Changes the address. `isStep`: Back returns to the place before. */
  change: (next: Partial<CalendarPlace>, isStep?: boolean) => void
  /** Goes one page on or back. */
  step: (by: 1 | -1) => void
  /** Goes to a day that is not shown. */
  showDay: (day: Day) => void
}

/** What the address says about the calendar: view, day, rows and filters. */
export function useCalendarPlace(today: Day, view: CalendarView): ShownPlace {
  const usual = useMemo(() => ({ today, view }), [today, view])
  const [search, setSearch] = useSearchParams()
  const shown = readPlace(search, usual)
  const { from, to } = rangeOf(shown)
  const change: ShownPlace['change'] = (next, isStep = false) =>
    setSearch((current) => withPlace(current, next, usual), { replace: !isStep, preventScrollReset: true })
  return {
    shown,
    from,
    to,
    change,
    step: (by) => change({ day: stepped(shown, by) }, true),
    showDay: (day) => {
      if (day < from || day > to) change({ day })
    },
  }
}
