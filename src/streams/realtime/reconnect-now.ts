type Reconnectable = {
  isConnected: () => boolean
  isConnecting: () => boolean
  connect: () => void
  disconnect: () => Promise<unknown>
}

/**
 * Connects at once instead of at the next try, which may be 30 s away: for a network that just came back. Still one
 * loop: leaving first forgets the try that was planned.
 */
export async function reconnectNow(realtime: Reconnectable): Promise<void> {
  if (realtime.isConnected()) return
  await realtime.disconnect()
  realtime.connect()
}

/** The same for a tab that becomes visible, unless the client is already connecting. */
export async function reconnectUnlessTrying(realtime: Reconnectable): Promise<void> {
  if (!realtime.isConnecting()) await reconnectNow(realtime)
}
