import { useEffect, useSyncExternalStore } from 'react'

/** A key that means something on one screen only. */
export type ScreenKey = { keys: string; label: string }
type ScreenKeys = { title: string; keys: readonly ScreenKey[] }

let here: ScreenKeys | null = null
const listeners = new Set<() => void>()
function tell(next: ScreenKeys | null) {
  here = next
  for (const listener of listeners) listener()
}

/** Lists the keys of the screen that is open, for the keyboard map. `keys` is made once, outside of the component. */
export function useScreenKeys(own: ScreenKeys): void {
  useEffect(() => {
    tell(own)
    return () => tell(null)
  }, [own])
}

/** The keys of the open screen, or null. They take precedence over the frame's. */
export const useKeysHere = (): ScreenKeys | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => here,
  )
