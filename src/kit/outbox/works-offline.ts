import { useEffect, useSyncExternalStore } from 'react'

/** How many shown screens work without the server. */
let screens = 0
const listeners = new Set<() => void>()

const change = (by: 1 | -1) => {
  screens += by
  for (const listener of listeners) listener()
}

/**
 * Says, while the screen is shown, that one works on here without the server: what is done is kept in the outbox. The
 * frame then does not cover the screen during an outage. `isOn`: whether this device keeps what the screen reads.
 */
export function useWorksOffline(isOn = true): void {
  useEffect(() => {
    if (!isOn) return
    change(1)
    return () => change(-1)
  }, [isOn])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether a screen that works without the server is shown. */
export const useIsWorkingOffline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => screens > 0,
    () => false,
  )
