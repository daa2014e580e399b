import { useEffect, useSyncExternalStore } from 'react'

/** The records that are open, the one on top last: a task over the card of a client. */
let open: readonly { name: string }[] = []
const listeners = new Set<() => void>()

const change = (next: typeof open) => {
  open = next
  for (const listener of listeners) listener()
}

/** Sets the window's title to the open record or form, so that tabs can be told apart; null while the name is unknown. */
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

/** The name of the topmost record, or null. */
export const useOpenRecord = (): string | null => useSyncExternalStore(subscribe, nameOfTop, () => null)

const nameOfTop = () => open.at(-1)?.name ?? null
