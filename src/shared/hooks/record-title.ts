import { useEffect, useSyncExternalStore } from 'react'

/** The records that are open, the one on top last: a task over the card of a client. */
let open: readonly { name: string }[] = []
const listeners = new Set<() => void>()

const change = (next: typeof open) => {
  open = next
  for (const listener of listeners) listener()
}

/**
 * Names the window after the record that is open, so that several tabs can be told apart, or after the one of several
 * forms that a screen shows; null while it is not known.
 */
export function useRecordTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    const record = { name }
    change([...open, record])
    return () => change(open.filter((other) => other !== record))
  }, [name])
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The name of the record on top, or null where none is open. */
export const useOpenRecord = (): string | null => useSyncExternalStore(subscribe, nameOfTop, () => null)

const nameOfTop = () => open.at(-1)?.name ?? null
