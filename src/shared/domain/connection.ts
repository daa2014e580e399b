/** How this tab hears of other people's changes: pushed to it, asked for now and then, or not at all. */
export type ConnectionState = 'live' | 'polling' | 'offline'

export type Connection = {
  state: ConnectionState
  /** When everything on the screen was last known to be right, in ms since 1970; null before the first time. */
  rightAt: number | null
}

export const unknownConnection: Connection = { state: 'polling', rightAt: null }
