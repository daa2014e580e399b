import { dayText, exactClockText } from '../text/formats'

/** The way in which this tab gets other people's changes: pushed, polled, or not at all. */
export type ConnectionState = 'live' | 'polling' | 'offline'

export type Connection = {
  state: ConnectionState
  /** When everything on the screen was last known to be right, in ms since 1970; null before the first time. */
  rightAt: number | null
}

export const unknownConnection: Connection = { state: 'polling', rightAt: null }

/** The time until which the screen is known to be right, as words. */
export const rightness = (rightAt: number | null): string =>
  rightAt === null
    ? 'Not yet known to be right.'
    : `Known to be right at ${dayText(rightAt)}, ${exactClockText(rightAt)}.`
