import { createContext, useContext } from 'react'
import type { Grouping } from '../calendar-place'
import type { Day } from '../days'
import type { Entry, Slot } from '../entry'
import type { Lane } from '../lanes'
import type { Moves } from './use-moves'

/** The shared values of the calendar's parts. */
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
  /** The entry that another person just moved, for a moment. */
  flashing: string | null
  open: (entry: Entry, at: DOMRect) => void
  openDay: (day: Day) => void
  /** Called when an empty place is pressed: offers new entries for it. */
  begin: (slot: Slot) => void
}

export const CalendarContext = createContext<CalendarAbout | null>(null)

export function useCalendar(): CalendarAbout {
  const about = useContext(CalendarContext)
  if (!about) throw new Error('Only inside of a calendar')
  return about
}
