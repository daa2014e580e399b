import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { singleKeysHere } from '../lib/single-keys'
import { isKeyOf, isLayerOpen } from '../lib/typing'

/** A key that means something on one screen only. */
export type ScreenKey = {
  keys: string
  label: string
  /** What it acts on now, where that is one element of the page. */
  at?: () => Element | null | undefined
}
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

/**
 * Hears the keys of a screen: `hear` gets each and returns true for one that it used. They take precedence over the
 * frame's, except after its G. They are off while a person types, with Ctrl, Command or Alt, and while a dialog is open;
 * letters also where the person turned single keys off.
 */
export function useKeyPresses(hear: (event: KeyboardEvent, key: string) => boolean): void {
  const goAt = useRef(-Infinity)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (isKeyOf(event.target, event.key) || isLayerOpen()) return
    const isLetter = event.key.length === 1 && event.key !== ' '
    if (isLetter && !singleKeysHere()) return
    const key = isLetter ? event.key.toLowerCase() : event.key
    const follows = event.timeStamp - goAt.current < 1200
    goAt.current = key === 'g' ? event.timeStamp : -Infinity
    if (!follows && hear(event, key)) event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Listens in the capture phase. The frame listens on the window too and ignores prevented keys.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
