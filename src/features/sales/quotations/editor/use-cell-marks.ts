import { useMemo } from 'react'
import type { CellMarks, Visitor } from '@/kit/sheet/sheet-cell'
import { cellKey } from '@/kit/sheet/sheet-column'
import type { Lines } from './use-lines'
import type { RefusedCells } from './use-refused-cells'

/** The marks of cells: on its way, refused, or a colleague is there. */
export function useCellMarks(of: Lines, refused: RefusedCells, visitors: ReadonlyMap<string, Visitor>) {
  return useMemo(() => {
    const all = new Map<string, CellMarks>()
    for (const { change } of of.waiting) {
      if (change.kind !== 'set') continue
      for (const column of Object.keys(change.to)) all.set(cellKey(change.id, column), { isPending: true })
    }
    for (const { key, problem } of refused.all) all.set(key, { problem })
    for (const [key, visitor] of visitors) all.set(key, { ...all.get(key), visitor })
    return all
  }, [of.waiting, refused.all, visitors])
}
