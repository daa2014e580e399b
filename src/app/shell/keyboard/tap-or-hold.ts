import { useSyncExternalStore } from 'react'

/** A key that is down for longer, in ms, is held. */
const tapTime = 350

let isHeldNow = false
const listeners = new Set<() => void>()
function tell(isHeld: boolean) {
  if (isHeld === isHeldNow) return
  isHeldNow = isHeld
  for (const listener of listeners) listener()
}

/** True while the key of `tapOrHold` is held. */
export const useIsHeld = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => isHeldNow,
  )

/**
 * Follows a key that went down, by its `code`: released soon it calls `onTap`, held longer it makes `useIsHeld` true
 * until it is released. Another key, or leaving the window, ends it without a tap.
 */
export function tapOrHold(code: string, onTap: () => void): void {
  const timer = setTimeout(() => tell(true), tapTime)
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('keyup', released, true)
    window.removeEventListener('keydown', pressed, true)
    window.removeEventListener('blur', stop)
    tell(false)
  }
  const released = (event: KeyboardEvent) => {
    if (event.code !== code) return
    const wasHeld = isHeldNow
    stop()
    if (!wasHeld) onTap()
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.code !== code && event.key !== 'Shift') stop()
  }
  window.addEventListener('keyup', released, true)
  window.addEventListener('keydown', pressed, true)
  window.addEventListener('blur', stop)
}
