import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export type Choice = {
  ids: ReadonlySet<string>
  /** Chooses a task, or no longer. */
  toggle: (id: string) => void
  /** Chooses every task from the last one that was chosen to this one. */
  reach: (id: string) => void
  clear: () => void
}

const nothing: ReadonlySet<string> = new Set()

/** Tasks that are chosen, of those that are shown, in their order. Its functions stay the same. */
export function useChoice(shown: readonly string[]): Choice {
  const [chosen, setChosen] = useState(nothing)
  const last = useRef<string | null>(null)
  const order = useRef(shown)
  useEffect(() => {
    order.current = shown
  }, [shown])

  const toggle = useCallback((id: string) => {
    last.current = id
    setChosen((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const reach = useCallback((id: string) => {
    const [from, to] = [order.current.indexOf(last.current ?? id), order.current.indexOf(id)].toSorted((a, b) => a - b)
    const between = order.current.slice(Math.max(from ?? 0, 0), (to ?? 0) + 1)
    last.current = id
    setChosen((now) => new Set([...now, ...between, id]))
  }, [])
  const clear = useCallback(() => {
    last.current = null
    setChosen(nothing)
  }, [])
  const ids = useMemo(
    () => (chosen.size === 0 ? nothing : new Set(shown.filter((id) => chosen.has(id)))),
    [shown, chosen],
  )
  return { ids, toggle, reach, clear }
}
