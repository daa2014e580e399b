import { createContext, useContext } from 'react'
import type { Grouping } from '../calendar-place'
import type { Day } from '../days'
import type { Entry, Slot } from '../entry'
import type { Lane } from '../lanes'
import type { Moves } from './use-moves'

/** What every part of the calendar knows. */
export type CalendarAbout = {
  zone: string
  today: Day
  /** Minutes of the clock now. */
  nowMinutes: number
  by: Grouping | null
  lanes: readonly Lane[]
  nameOf: (personId: string) => string | null
  placeName: (placeId: string | null) => string | null
  moves: Moves
  /** The entry that somebody else just moved, for a moment. */
  flashing: string | null
  open: (entry: Entry, at: DOMRect) => void
  openDay: (day: Day) => void
  /** Somebody pressed an empty place: what can begin there is offered. */
  begin: (slot: Slot) => void
}

export const CalendarContext = createContext<CalendarAbout | null>(null)

export function useCalendar(): CalendarAbout {
  const about = useContext(CalendarContext)
  if (!about) throw new Error('Only inside of a calendar')
  return about
}
