import { useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  toggle: (id: string) => void
  /** Selects all, or none when all are selected. */
  toggleAll: (ids: readonly string[]) => void
  clear: () => void
}

/** Rows that are chosen, of those that are shown: a row that is filtered out is no longer chosen. */
export function useSelection(shown: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = new Set(shown.filter((id) => chosen.has(id)))
  return {
    ids,
    toggle: (id) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      setChosen(next)
    },
    toggleAll: (all) => setChosen(ids.size === all.length ? new Set() : new Set(all)),
    clear: () => setChosen(new Set()),
  }
}
